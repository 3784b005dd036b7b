import { expect, it } from 'vitest';
import { json } from '../../../adapters/json/read.ts';
import { fileOf } from '../text/reading.ts';

it('a list over several blocks and batches gives each element once, with its bytes and their place', async () => {
  const elements = Array.from(
    { length: 9_000 },
    (_, n) => `{"Nr":"Größe ${n}","Text":"${'ü'.repeat(n % 50)}"}`,
  );
  const bytes = Buffer.from(`{"items":[${elements.join(',\n')}],"end":true}`);
  const opened = await json.open({ files: [fileOf('a.json', bytes)], options: { path: 'items' } });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const seen: string[] = [];
  for await (const { records, refusal } of opened.reader.batches()) {
    expect(refusal).toBeUndefined();
    for (const { offset = -1, raw = new Uint8Array(), row } of records) {
      expect(bytes.subarray(offset, offset + raw.length).equals(raw)).toBe(true);
      seen.push(`${row}: ${Buffer.from(raw).toString()}`);
    }
  }
  expect(seen).toEqual(elements.map((element, at) => `${at + 1}: ${element}`));
});
