import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSample } from '../../src/check/sample.ts';
import { declaredSource } from '../catalog/declared.ts';
import { temporaryFolder } from '../support/folder.ts';

it.each(['__proto__', 'constructor'])(
  'fault 10: check says of two columns %s which one is read, in which file, and what to do',
  async (name) => {
    const file = path.join(temporaryFolder(), 'artikel.csv');
    fs.writeFileSync(file, `Nr,${name},${name}\nA,Nagel,Mutter\n`);
    const source = await declaredSource(`{ externalId: Nr, name: ${name} }`);
    const newest = { name: 'artikel.csv', path: file, mtimeMs: 0 };
    const sample = await readSample(source, newest, [newest]);
    expect(sample).toMatchObject({
      rows: [{ values: { externalId: 'A', name: 'Nagel' } }],
      complaints: [
        {
          code: 'FILE_COLUMNS',
          file: 'artikel.csv',
          column: name,
          rule: 'is there 2 times, in columns 2, 3: column 2 is read.',
          remedy: `Rename one of them in the export, or map another one: the second is "${name}[2]".`,
        },
      ],
    });
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);
