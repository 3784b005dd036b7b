import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picturePathFault } from '../../src/domain/picture-path.ts';
import { resolveInside } from '../../src/files/inside.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, reasonOf } from './room.ts';

describe('resolveInside', () => {
  it.each([
    '..\\..\\geheim.jpg',
    '../geheim.jpg',
    'a/../../geheim.jpg',
    '\\\\evil\\x\\bild.jpg',
    '//evil/x/bild.jpg',
    'file:///etc/passwd',
    'http://evil/x.jpg',
    '/etc/passwd',
    '\\windows\\win.ini',
    'C:\\bild.jpg',
    'c:bild.jpg',
    'bild.jpg:stream',
    'bild\0.jpg',
    ' ',
    '',
  ])('fault 25: %j is refused by its text', (path) => {
    expect(picturePathFault(path)).toEqual(expect.any(String));
  });

  it('fault 25: a refused path never reaches the disk', async () => {
    const untouched = { ...deps, deadline: () => Promise.reject(new Error('touched')) };
    const answer = await resolveInside(untouched, { folder: '/', path: '\\\\evil\\x\\bild.jpg' });
    expect(answer).toEqual({
      refused: 'is not relative to the picture folder.',
    });
  });

  it('finds a picture in a folder below, written with either slash', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'bild 1.jpg'), 'x');
    const path = join(realpathSync(folder), 'a', 'bild 1.jpg');
    expect(await resolveInside(deps, { folder, path: 'a\\bild 1.jpg' })).toEqual({ path });
    expect(await resolveInside(deps, { folder, path: './a/bild 1.jpg' })).toEqual({ path });
  });

  it('fault 25: a link inside the folder that leads out of it is refused', async () => {
    const folder = temporaryFolder();
    symlinkSync('/etc', join(folder, 'bilder'));
    expect(await resolveInside(deps, { folder, path: 'bilder/passwd' })).toEqual({
      refused: 'leads out of the picture folder.',
    });
  });

  it('tells a missing picture from a missing folder', async () => {
    const folder = temporaryFolder();
    expect(await resolveInside(deps, { folder, path: 'x.jpg' })).toEqual({ gone: true });
    const missing = await resolveInside(deps, { folder: join(folder, 'no'), path: 'x.jpg' });
    expect(reasonOf(missing)).toBe('missing');
  });
});
