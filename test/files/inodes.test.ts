import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeAtomically } from '../../src/files/replace.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, mounted, noMounts, tmpfs } from './room.ts';

const fewFiles = ['-t', 'tmpfs', '-o', 'size=256k,nr_inodes=2', 'tmpfs'];
type Refusal = readonly [what: string, remedy: string, how: readonly string[], bytes: Buffer];

const many = Buffer.alloc(1_000_000);

it.for<Refusal>([
  ['room for more files: all its inodes are in use.', 'Remove files', fewFiles, Buffer.from('b')],
  ['space left.', 'Free space', tmpfs, many],
])(
  'a disk that refuses a file is said to have no %s',
  async ([what, remedy, how, bytes], { skip }) => {
    const folder = join(temporaryFolder('inodes'), 'disk');
    mkdirSync(folder);
    skip(!mounted(folder, how), noMounts);
    const first = await writeAtomically(deps, { folder, name: 'a.csv' }, Buffer.from('a'));
    expect(first).toHaveProperty('written');
    expect(await writeAtomically(deps, { folder, name: 'b.csv' }, bytes)).toEqual({
      offline: {
        reason: 'full',
        sentence: `${folder} has no ${what}`,
        remedy: expect.stringContaining(remedy),
      },
    });
  },
);
