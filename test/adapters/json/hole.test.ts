import { describe, expect, it } from 'vitest';
import { ndjson } from '../../../adapters/json/ndjson.ts';
import { json } from '../../../adapters/json/read.ts';
import { readAll } from '../text/reading.ts';

const elements = Array.from(
  { length: 1_500 },
  (_, n) => `{"sku":"A${n}","name":"Schraube ${n}","qty":${n}}`,
);
const formats = [
  ['json', json, `[${elements.join(',\n')}]`],
  ['ndjson', ndjson, `${elements.join('\n')}\n`],
] as const;

/** From amid the name of one element on. */
function withNuls(text: string, until: number): Buffer {
  const bytes = Buffer.from(text);
  const from = text.indexOf('raube 1000"');
  return bytes.fill(0, from, until === 0 ? from + 2 : text.indexOf(`raube ${until}"`));
}

describe.each(formats)('a file of %s of which a part was never written', (_, format, text) => {
  it('fault 1: is refused, for one element would have the stock of another', async () => {
    const { rows, refusal } = await readAll(format, withNuls(text, 1_030));
    expect(rows).toHaveLength(1_000);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', file: 'a.csv', row: 1_001 });
  });

  it('is another than one in which a few NULs are in a value', async () => {
    const { rows, refusal } = await readAll(format, withNuls(text, 0));
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(1_500);
  });
});
