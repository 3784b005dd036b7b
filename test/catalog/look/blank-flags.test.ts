import { describe, expect, it } from 'vitest';
import { createBlankFlags, watchBlankFlags } from '../../../src/catalog/look/blank-flags.ts';
import type { MappedRow } from '../../../src/catalog/mapping/mapped-row.ts';
import { complaintRow } from '../../../src/catalog/terms/refusal.ts';
import { placeIn } from '../../../src/domain/row-place.ts';
import { declaredSource } from '../declared.ts';
import { fieldsOf, mapOne } from '../mapped.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const flagOf = async (isActive: string, keys = '') => {
  const flags = createBlankFlags(
    await declaredSource(`{ externalId: Nr, name: Name, isActive: ${isActive} }`, keys),
  );
  const row = { kind: 'row', externalId: 'A', fields: {}, emptyAttributes: [], notes: [] } as const;
  const unsaid = { quantity: undefined, picture: undefined };
  flags.meet({ ...row, ...unsaid, empty: ['isActive'] }, 5);
  flags.meet({ ...row, ...unsaid, empty: ['brand'] }, 6);
  flags.meet({ ...row, ...unsaid, empty: ['isActive'] }, 7);
  return flags.complaint();
};

const inMapping = (word: string) => `default: ${word} to isActive: of the mapping`;
const inTable = (word: string) => `"": ${word} to translate: of isActive:`;

describe('an empty cell of isActive of which only other values are said', () => {
  it.each([
    ['{ column: W, translate: { J: true }, otherwise: false }', 'inactive', inMapping('false')],
    ['{ column: W, translate: { X: false }, otherwise: true }', 'active', inMapping('true')],
    ['{ column: W, translate: { J: true } }', 'inactive', inMapping('false')],
    [
      '{ column: W, translate: { "true": false, "false": true }, otherwise: true }',
      'active',
      inTable('true'),
    ],
    ['{ column: W, translate: { "false": true }, otherwise: false }', 'inactive', inTable('false')],
  ])('is told under %s with the line to add', async (isActive, state, line) => {
    expect(await flagOf(isActive)).toEqual({
      code: 'ROW_FLAG_EMPTY',
      column: 'W',
      row: 5,
      rule: 'is empty in 2 rows, and isActive: has no default: such an article stays active or inactive as it was, and a new one is active.',
      remedy: `Where an empty cell means ${state}, add ${line}.`,
    });
  });

  it('is reported with both lines where no value is the exception', async () => {
    expect(await flagOf('{ column: W, translate: { J: true, N: false } }')).toMatchObject({
      remedy: expect.stringMatching(/default: true .* or default: false/),
    });
  });

  it('is reported with the entries of an empty cell where the table would turn a default round', async () => {
    const turned = '{ column: W, translate: { "true": false, "false": true } }';
    const both = `Add ${inTable('true')} or ${inTable('false')}: what an empty cell means.`;
    expect(await flagOf(turned)).toMatchObject({ remedy: both });
  });

  it.each(['true', 'false'])('is then what such an entry says: %s', async (word) => {
    const mapping = `isActive: { column: W, translate: { "true": false, "false": true, "": ${word} } }`;
    const mapped = await mapOne('K,W\nA1,\n', `{ externalId: K, name: K, ${mapping} }`);
    expect(fieldsOf(mapped)).toMatchObject({ isActive: word === 'true' });
  });

  it('makes an article active where empty cells clear', async () => {
    expect(await flagOf('{ column: W, translate: { J: true } }', 'empty: clear')).toMatchObject({
      rule: 'is empty in 2 rows, and isActive: has no default: such an article is active.',
    });
  });

  it.each([
    'W',
    '{ column: W, translate: { J: true }, otherwise: false, default: false }',
    '{ column: W, translate: { J: true, "": false } }',
  ])('is not told under %s', async (isActive) => {
    expect(await flagOf(isActive)).toBeUndefined();
  });
});

it('is told with the file of a union that the row is in, companions counted', async () => {
  const source = await declaredSource(
    '{ externalId: K, name: K, isActive: { column: W, translate: { J: true } } }',
  );
  const map = () => ({ kind: 'row', empty: ['isActive'], notes: [] });
  const reader = { files: ['a.dbf', 'a.dbt', 'b.dbf', 'b.dbt', 'c.dbf'] };
  const flags = watchBlankFlags({ source, map, reader } as never);
  const row = placeIn(2, 5);
  const mapped = flags.map({ row } as never) as MappedRow;
  const complaints = mapped.notes.map((note) => complaintRow(note, { row, level: 'note' }));
  const files = ['a.dbf', 'b.dbf', 'c.dbf'].map((file) => ({ file, rows: 4 }));
  const filled = { rows: 12, columns: { W: 11 } };
  const told = flags.told({ complaints, files, filled } as never);
  expect(told.complaints.map(({ rule }) => rule)).toEqual([
    expect.stringContaining('is empty in 1 row (first: b.dbf row 5),'),
  ]);
});

describe('the import of a file with such cells', () => {
  useRoom();
  const rows = (marks: readonly string[]): string[] => [
    'Nr;Name;W;Menge',
    ...marks.map((mark, at) => `A${at};Ding ${at};${mark};5`),
  ];
  const notesOf = (run = 0) => room.catalog.store.complaints.notesOf(run).map(({ rule }) => rule);
  const told = (where: string) =>
    `"W" is empty in ${where}, and isActive: has no default: such an article stays active or inactive as it was, and a new one is active.`;

  it.each([
    { contents: 'full', again: '22 rows (first: row 4)' },
    { contents: 'delta', again: '22 rows (first: row 4)' },
  ])('has one note with their number, in every file ($contents)', async ({ contents, again }) => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "a*.csv", contents: ${contents}, ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge, isActive: { column: W, translate: { J: true }, otherwise: false } } }`);
    const marks = Array.from({ length: 40 }, (_, at) => (at === 2 || at > 19 ? '' : 'J'));
    const first = await passOver({ 'a1.csv': rows(marks) });
    expect(notesOf(first.runs.at(-1)?.run)).toEqual([told('21 rows (first: row 4)')]);
    const second = await passOver({ 'a2.csv': rows(marks.with(5, '')) });
    expect(notesOf(second.runs.at(-1)?.run)).toEqual([told(again)]);
    expect(second.calls).toEqual([]);
  });
});
