import { describe, expect, it } from 'vitest';
import { json } from '../../../adapters/json/read.ts';
import { objectsOf, readAll } from '../text/reading.ts';

async function elements(text: string, path: string): Promise<unknown> {
  const read = await readAll(json, text, { path });
  expect(read.refusal).toBeUndefined();
  return objectsOf(read);
}

const rows = '[{"a":1},{"a":2}]';
const read = [{ a: '1' }, { a: '2' }];

describe('a list on the way to the list of elements', () => {
  it.each([
    [
      'an element of it, as SQL Developer writes',
      `{"results":[{"items":${rows}}]}`,
      'results.items',
    ],
    ['behind others, as phpMyAdmin writes', `[{"type":"header"},7,[],{"data":${rows}}]`, 'data'],
    ['beside more of its own', `{"r":[{"columns":[{"name":"a"}],"items":${rows}}]}`, 'r.items'],
  ])('%s', async (_, text, path) => {
    expect(await elements(text, path)).toEqual(read);
  });

  it.each([
    ['a second element', `[{"data":${rows}},{"data":[{"a":3}]}]`, 'data'],
    ['another one behind a list without', `{"r":[{"x":{"d":${rows}}},{"x":{"d":[]}}]}`, 'r.x.d'],
  ])('refuses the file where %s has such a list, too', async (_, text, path) => {
    const { refusal } = await readAll(json, text, { path });
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE' });
    expect(refusal?.rule).toContain('twice');
    expect(refusal?.remedy).toContain('of several tables of a database, export only one');
  });

  it('refuses a list that is there twice, so that its second part is not left out silently', async () => {
    const { refusal } = await readAll(json, '{"a":[1],"b":2,"a":[3]}', { path: 'a' });
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE' });
    expect(refusal?.rule).toContain('twice');
  });

  it('is no second one where its key stands elsewhere, too', async () => {
    const text = `{"r":{"items":${rows},"x":{"items":3}},"meta":{"items":4}}`;
    expect(await elements(text, 'r.items')).toEqual(read);
  });

  it('is empty where null is in its place, and no list where true is', async () => {
    const [none, wrong] = await Promise.all(
      ['null', 'true'].map((word) => readAll(json, `{"r":${word}}`, { path: 'r' })),
    );
    expect([none!.refusal, none!.rows]).toEqual([undefined, []]);
    expect(wrong!.refusal?.rule).toContain('"r" is no list');
  });

  it('without elements is an empty list', async () => {
    const { refusal, rows: none } = await readAll(json, '{"results":[]}', {
      path: 'results.items',
    });
    expect([refusal, none]).toEqual([undefined, []]);
  });

  it('of elements without the key is reported with what they have', async () => {
    const { refusal } = await readAll(json, '[{"type":"header"},{"name":"x"}]', { path: 'data' });
    expect(refusal?.rule).toContain('no "data" on the way');
    expect(refusal?.remedy).toContain('type, name');
  });
});

it.each([
  ['select t.a from t', '/select t.a from t'],
  ['select a/2 from t', '/select a~12 from t'],
  ["select t.a from t where b <> '~1/'", "/select t.a from t where b <> '~01~1'"],
])(
  'a list under a key as DBeaver names it by its statement, %s, is told by a path that reads it',
  async (statement, path) => {
    const text = `{"${statement}":${rows}}`;
    const { refusal } = await readAll(json, text);
    expect(refusal).toMatchObject({ paths: [path] });
    expect(await elements(text, path)).toEqual(read);
  },
);

it('a list is found however the accents of its name are composed', async () => {
  const text = `{"St\u00fcck":${rows}}`;
  for (const form of ['NFC', 'NFD'])
    expect(await elements(text.normalize(form), 'Stu\u0308ck'), form).toEqual(read);
});
