import { expect, it } from 'vitest';
import { json } from '../../../adapters/json/read.ts';
import { fileOf, objectsOf, readAll } from '../text/reading.ts';

it('numbers of MongoDB are numbers, by the name of those without a type, too', async () => {
  const read = await readAll(json, '[{"q":{"$numberDecimal":"1.125"}},{"q":7}]');
  expect(objectsOf(read)).toEqual([
    { 'q.$numberDecimal': '1.125', q: '1.125' },
    { 'q.$numberDecimal': '', q: '7' },
  ]);
});

it('whose digits are read as JSON writes them, whatever the source says of its texts', async () => {
  const files = [fileOf('a.json', '[{"q":{"$numberDecimal":"1.125"}}]')];
  const opened = await json.open({ files, options: {} });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const { value } = await opened.reader.batches().next();
  const [record] = value?.records ?? [];
  expect(record?.cells()).toMatchObject({ numbers: new Set([0, 1]) });
});
