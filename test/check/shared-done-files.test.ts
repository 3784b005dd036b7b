import { describe, expect, it } from 'vitest';
import { sharedDoneFindings } from '../../src/check/shared-done-files.ts';
import { declared } from '../catalog/declared.ts';

type Keys = { readonly files: string; readonly done: string; readonly after?: string };

async function warned(one: Keys, other: Keys) {
  const source = (name: string, { files, done, after = 'move' }: Keys) =>
    `    - { name: ${name}, folder: ./out, files: "${files}", afterImport: ${after}, stable: { doneFile: "${done}" }, mapping: { externalId: Nr, ${name === 'a' ? 'name' : 'brand'}: Name } }`;
  const { sources } = await declared(`  sources:\n${source('a', one)}\n${source('b', other)}`);
  return sources.flatMap((each) => sharedDoneFindings(each, sources));
}

const csv: Keys = { files: 'export*.csv', done: '{stem}.ok' };

describe('a done file that two sources wait for', () => {
  it('is warned of, for each that moves it away from the other one', async () => {
    const found = await warned(csv, { ...csv, files: 'export*.xml' });
    expect(found.map(({ place }) => place)).toEqual(['a', 'b']);
    expect(found[0]).toEqual({
      ...{ area: 'files', level: 'warning', place: 'a' },
      sentence:
        'may share its done file ({stem}.ok) with source "b", and moves it away after its own import (afterImport: move): an export of "b" that is not stable by then waits for it for ever.',
      remedy:
        'Let the ERP write one for each export (doneFile: "{name}.ok"), or use afterImport: keep in both sources.',
    });
  });

  it.each<readonly [string, Keys, Keys, readonly string[]]>([
    ['a wider glob', csv, { ...csv, files: '*.xml' }, ['a', 'b']],
    ['one that moves', csv, { files: 'export*.xml', done: '{stem}.ok', after: 'keep' }, ['a']],
    ['none that moves', { ...csv, after: 'keep' }, { ...csv, after: 'keep' }, []],
    ['other names', csv, { ...csv, files: 'bestand*.xml' }, []],
    [
      'one for each',
      { ...csv, done: '{name}.ok' },
      { files: 'export*.xml', done: '{name}.ok' },
      [],
    ],
    [
      'one export that both take, and that leaves with it',
      { ...csv, done: '{name}.ok' },
      { ...csv, done: '{name}.ok' },
      [],
    ],
    [
      'a name of its own, which nobody moves',
      { ...csv, done: 'ready' },
      { ...csv, done: 'ready' },
      [],
    ],
  ])('with %s', async (...[, one, other, places]) => {
    expect((await warned(one, other)).map(({ place }) => place)).toEqual(places);
  });
});
