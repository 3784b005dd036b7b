import { describe, expect, it } from 'vitest';
import { tableBytes } from '../../adapters/dbf/table.ts';
import { fileOf } from '../../adapters/text/reading.ts';
import { odsBytes, row, table, text } from '../../adapters/workbook/ods.ts';
import { book } from '../../adapters/xlsx/zip.ts';
import { builtReader } from '../../support/built.ts';
import { complaintsOf, mapFiles, mapRows } from '../mapped.ts';

const inline = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
/** An article of each cell in column G, the second style being `0.00`. */
const workbook = (...cells: readonly string[]) =>
  book({
    formats: ['General', '0.00'],
    rows: `<row>${inline('K')}${inline('G')}</row>${cells
      .map((cell, index) => `<row>${inline(`A${index}`)}${cell}</row>`)
      .join('')}`,
  });
const truth = (isTrue: boolean) => `<c t="b"><v>${isTrue ? 1 : 0}</v></c>`;
const dbf = tableBytes({
  fields: [
    { name: 'K', type: 'C', length: 4 },
    { name: 'G', type: 'L', length: 1 },
  ],
  records: [
    ['A0', 'T'],
    ['A1', 'F'],
    ['A2', ' '],
  ],
});
const json = '[{"K":"A0","G":true},{"K":"A1","G":false},{"K":"A2","G":null}]';
const files = [
  ['xlsx', workbook(truth(true), truth(false), '')],
  ['dbf', dbf],
  ['json', json],
] as const;

const blocked = (steps: string) => `{ externalId: K, name: K, isActive: { column: G, ${steps} } }`;
const saidOf = (mapped: Awaited<ReturnType<typeof mapRows>>[number]) =>
  mapped.kind === 'row' ? (mapped.fields.isActive ?? 'nothing') : complaintsOf(mapped).join();

describe.each(files)('quirk 37: a true/false cell of %s', (format, file) => {
  const said = async (steps: string) =>
    (await mapRows(file, blocked(steps), `format: ${format}`)).map(saidOf);

  it.each([
    '{ WAHR: false, FALSCH: true }',
    '{ PRAWDA: false, FAŁSZ: true }',
    '{ VRAI: false, FAUX: true }',
    '{ ИСТИНА: false, ЛОЖЬ: true }',
    '{ DOĞRU: false, YANLIŞ: true }',
    '{ Pravda: false, Nepravda: true }',
    '{ ".T.": false, ".F.": true }',
    '{ oui: false, non: true }',
    '{ ano: false, ne: true }',
    '{ evet: false, hayır: true }',
    '{ "1": false, "0": true }',
  ])('is the entry that a person sees for it: %s', async (entries) => {
    expect(await said(`translate: ${entries}`)).toEqual([false, true, 'nothing']);
  });

  it('is one of the words that block, beside what is otherwise on sale', async () => {
    const steps = 'translate: { WAHR: false, JA: false }, otherwise: true, default: true';
    expect(await said(steps)).toEqual([false, true, true]);
  });

  it.each([
    '{ gesperrt: false, frei: true }',
    '{ gesperrt: false }, otherwise: true',
    '{ WAHR: false, X: true, FALSCH: true, N: false }',
  ])('that no entry names, or two name in two ways, rejects its row: %s', async (entries) => {
    expect(await said(`translate: ${entries}`)).toEqual(['ROW_WORD G', 'ROW_WORD G', 'nothing']);
  });

  it('rejects its row where true and false would become the same', async () => {
    const steps = 'translate: { "-1": false, "0": true }, otherwise: true';
    expect(await said(steps)).toEqual(['ROW_WORD G', true, 'nothing']);
  });

  it.each([
    ['notEquals: FALSCH', ['row', 'skipped', 'row']],
    ['equals: ja', ['row', 'skipped', 'skipped']],
    ['notIn: [nein, non]', ['row', 'skipped', 'row']],
    ['matches: "(?i)^f"', ['skipped', 'row', 'skipped']],
    ['notEmpty: true', ['row', 'row', 'skipped']],
    ['empty: true', ['skipped', 'skipped', 'row']],
    ['equals: Online', ['rejected', 'rejected', 'skipped']],
    ['notMatches: "^WAHR$"', ['rejected', 'rejected', 'row']],
  ])('is what a condition names, or rejects its row: %s', async (test, kinds) => {
    const keys = `format: ${format}, where: { column: G, ${test} }`;
    const rows = await mapRows(file, '{ externalId: K, name: K }', keys);
    expect(rows.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('a true/false cell', () => {
  const blocks = blocked('translate: { WAHR: false, FALSCH: true }');

  it('is reported with its word and what to do', async () => {
    const [first] = await mapRows(json, blocked('translate: { frei: true }'), 'format: json');
    expect(first).toMatchObject({
      complaints: [
        {
          column: 'G',
          value: 'true',
          rule: 'is a true/false cell, and translate: does not say what it becomes.',
          remedy: 'Add it to translate: of the field as it is written here, with what it becomes.',
        },
      ],
    });
  });

  it('stays one in the rows that repeat it', async () => {
    const rows = await mapRows(json, blocks, 'format: json, fillDown: [G]');
    expect(rows.map(saidOf)).toEqual([false, true, true]);
  });

  it('stays one in a union whose files have their columns in another order', async () => {
    const both = [
      ['a.json', '[{"K":"A0","G":true}]'],
      ['b.json', '[{"G":true,"K":"A1"}]'],
    ] as const;
    const rows = await mapFiles(both, blocks, 'format: json, pick: union');
    expect(rows.map(saidOf)).toEqual([false, false]);
  });

  it('of ODS is known as one', async () => {
    const cell = `<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>`;
    const bytes = odsBytes(table('S', [row(text('K'), text('G')), row(text('A'), cell)].join('')));
    const opened = await builtReader('ods').open({ files: [fileOf('a.ods', bytes)], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const { value } = await opened.reader.batches().next();
    expect((value as never as { records: { cells(): unknown }[] }).records[0]?.cells()).toEqual(
      Object.assign(['A', 'TRUE'], { truths: new Set([1]) }),
    );
  });

  it('as a text is a text: what no entry names passes through', async () => {
    const rows = await mapRows('K,G\nA,TRUE\n', blocked('translate: { Auslauf: false }'));
    expect(rows.map(saidOf)).toEqual([true]);
  });
});

describe('a number cell', () => {
  const flags = workbook('<c s="1"><v>1</v></c>', '<c s="1"><v>0</v></c>', '<c><v>1</v></c>');
  const said = async (steps: string) =>
    (await mapRows(flags, blocked(steps), 'format: xlsx')).map(saidOf);

  it.each(['{ "1,00": false }', '{ "1": false }', '{ "1,00": false, "1": false }'])(
    'is the entry of its value, however many decimals it shows: %s',
    async (entries) => {
      const steps = `translate: ${entries}, otherwise: true`;
      expect(await said(steps)).toEqual([false, true, false]);
    },
  );

  it('is no code with zeros in front, and rejects its row where two entries differ', async () => {
    expect(await said('translate: { "01": false }, otherwise: true')).toEqual([true, true, true]);
    expect(await said('translate: { "1,0": false, "1,00": true }, otherwise: true')).toEqual([
      'ROW_WORD G',
      true,
      'ROW_WORD G',
    ]);
  });
});
