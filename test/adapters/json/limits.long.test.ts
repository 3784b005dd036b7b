import { describe, expect, it } from 'vitest';
import {
  columnsMax,
  depthMax,
  elementBytesMax,
  textBytesMax,
} from '../../../adapters/json/limits.ts';
import { ndjson } from '../../../adapters/json/ndjson.ts';
import { json } from '../../../adapters/json/read.ts';
import { endlessFile, fileOf, readAll } from '../text/reading.ts';

const utf8 = { encoding: 'utf-8' };

describe('json limits', () => {
  it('fault 13: nesting of 100,000 levels is refused at the limit', async () => {
    const { refusal } = await readAll(json, `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(refusal?.rule).toContain(`more than ${depthMax} levels`);
  });

  it('fault 13: nesting of 100,000 levels in a line is the complaint of that line', async () => {
    const { complaints, rows } = await readAll(ndjson, `{"a":${'['.repeat(100_000)}\n{"a":1}\n`);
    expect(complaints).toHaveLength(1);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['text', '["', 'a text of more than'],
    ['element', '[[1,', 'an element of more than'],
    ['number', '[1', 'a number of more than'],
  ])('fault 13: a %s of two gigabytes is refused after its limit', async (kind, opening, words) => {
    let farthest = 0;
    const body = kind === 'element' ? '1,' : '1';
    const endless = endlessFile(2 * 1024 ** 3, (at) =>
      (at < opening.length ? opening : body).charCodeAt(
        at < opening.length ? at : at % body.length,
      ),
    );
    const file = {
      ...endless,
      read: (at: number, length: number) => {
        if (at + length < endless.size) farthest = Math.max(farthest, at + length);
        return endless.read(at, length);
      },
    };
    const { refusal } = await readAll(json, file, utf8);
    expect(refusal?.code).toBe('FILE_TOO_LARGE');
    expect(refusal?.rule).toContain(words);
    expect(farthest).toBeLessThan(4 * elementBytesMax);
  });

  it('takes a text as long as the limit and no longer', async () => {
    const text = (length: number): string => `["${'x'.repeat(length)}"]`;
    expect((await readAll(json, text(textBytesMax - 1), utf8)).rows).toHaveLength(1);
    expect((await readAll(json, text(textBytesMax + 1), utf8)).refusal?.code).toBe(
      'FILE_TOO_LARGE',
    );
  });

  it('fault 13: more columns than the limit are the complaint of their element', async () => {
    const keys = Array.from({ length: columnsMax + 1 }, (_, index) => `"k${index}":1`);
    const { complaints, columns } = await readAll(json, `[{${keys.join()}},{"k1":2}]`, utf8);
    expect(complaints).toMatchObject([{ code: 'FILE_TOO_LARGE', row: 1 }]);
    expect(columns).toHaveLength(columnsMax);
  });

  it('fault 13: so are names that are too long together: each repeats the one that it is within', async () => {
    const inner = Array.from({ length: 40 }, (_, index) => `"k${index}":1`).join();
    const element = `{"${'x'.repeat(1_000_000)}":{${inner}}}`;
    const { complaints } = await readAll(json, `[${element},{"k":1}]`, utf8);
    expect(complaints).toMatchObject([{ code: 'FILE_TOO_LARGE', row: 1 }]);
  });

  it('streams elements in batches that stay small', async () => {
    const element = `{"a":"${'x'.repeat(900_000)}"}`;
    const file = fileOf('a.json', `[${Array(30).fill(element).join()}]`);
    const opened = await json.open({ files: [file], options: utf8 });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    let count = 0;
    for await (const { records } of opened.reader.batches()) {
      expect(records.length).toBeLessThan(8);
      count += records.length;
    }
    expect(count).toBe(30);
  });
});
