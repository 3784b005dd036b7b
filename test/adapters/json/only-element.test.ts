import { describe, expect, it } from 'vitest';
import { json } from '../../../adapters/json/read.ts';
import { readAll } from '../text/reading.ts';

describe('json with something else in the place of the list', () => {
  const identifiers = ['Nr'];
  const article = '{"Nr":"A1","Name":"Rohr"}';

  it.each([
    ['at its path', `{"items":${article},"n":1}`, 'items'],
    ['as the whole file', article, ''],
  ])('an object with an article number is its only element: %s', async (_, text, path) => {
    const { rows, columns, refusal } = await readAll(json, text, { path, identifiers });
    expect(refusal).toBeUndefined();
    expect(rows.map(({ row }) => row)).toEqual([1]);
    expect(rows[0]?.cells[columns.indexOf('Name')]).toBe('Rohr');
  });

  it.each([
    ['null', 'null', ''],
    ['an object without keys', ' { } ', ''],
    ['null at its path', '{"items":null,"n":1}', 'items'],
    ['an object without keys at its path', '{"items":{},"n":1}', 'items'],
    ['an object without keys on the way', '{"data":{}}', 'data.items'],
  ])('%s is an empty list', async (_, text, path) => {
    expect(await readAll(json, text, { path, identifiers })).toMatchObject({
      rows: [],
      refusal: undefined,
    });
  });

  it.each([
    ['an object without an article number', '{"error":"login failed"}', ''],
    ['an object whose article number is empty', '{"items":{"Nr":null,"Name":"Rohr"}}', 'items'],
    ['an object with a number of its own around the list', `{"Nr":7,"items":[${article}]}`, ''],
    ['null on the way', '{"data":null,"errors":["failed"]}', 'data.items'],
    ['a text', '{"items":"null"}', 'items'],
    ['no value of that name', '{"other":{}}', 'items'],
    ['an object behind which another one begins', `${article}\n${article}`, ''],
    ['null with garbage behind it', '{"items":null]', 'items'],
    ['no article, and the list again', '{"items":null,"items":[]}', 'items'],
  ])('%s is refused', async (_, text, path) => {
    const { rows, refusal } = await readAll(json, text, { path, identifiers });
    expect([rows, refusal?.code]).toEqual([[], 'FILE_STRUCTURE']);
  });

  it('a large object is refused as none, with the lists that it has', async () => {
    const items = Array.from({ length: 90_000 }, (_, n) => ({ Nr: `A${n}`, Name: 'x'.repeat(40) }));
    const { refusal } = await readAll(json, JSON.stringify({ Nr: 1, items }), { identifiers });
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', paths: ['items'] });
  });
});
