import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fieldBytesMax } from '../../../adapters/text/limits.ts';
import { openContainer } from '../../../adapters/xlsx/container.ts';
import { cellsMax, inflatedFreelyBytes } from '../../../adapters/xlsx/limits.ts';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import { readSharedTexts } from '../../../adapters/xlsx/shared-texts.ts';
import type { Complaint } from '../../../src/domain/complaint.ts';
import { fileOf, hasRealData, readAll, realFile } from '../text/reading.ts';
import { book, zipped } from './zip.ts';

async function refusalOf(content: Uint8Array | string): Promise<Complaint | undefined> {
  return (await readAll(xlsx, content, { headerRow: 'none' })).refusal;
}

const row = '<row><c t="str"><v>x</v></c></row>';

describe('files that are no XLSX workbook', () => {
  it.each([
    { name: 'nothing', content: '', code: 'FILE_EMPTY', words: '' },
    {
      name: 'CSV',
      content: 'a;b\n1;2\n',
      code: 'FILE_STRUCTURE',
      words: 'a text file, perhaps CSV',
    },
    {
      name: 'an old XLS',
      content: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      code: 'FILE_STRUCTURE',
      words: 'old XLS workbook, or a workbook with a password',
    },
    {
      name: 'HTML',
      content: '<html><table></table></html>',
      code: 'FILE_STRUCTURE',
      words: 'an HTML page',
    },
    {
      name: 'XML',
      content: '<?xml version="1.0"?><Workbook/>',
      code: 'FILE_STRUCTURE',
      words: 'an XML file',
    },
    { name: 'a PDF', content: '%PDF-1.4', code: 'FILE_STRUCTURE', words: 'a PDF' },
    { name: 'JSON', content: '{"a":1}', code: 'FILE_STRUCTURE', words: 'a JSON file' },
    {
      name: 'bytes',
      content: Buffer.from([1, 2, 0, 4]),
      code: 'FILE_STRUCTURE',
      words: 'a binary file',
    },
    {
      name: 'a ZIP without a workbook',
      content: zipped([{ name: 'a.txt', content: 'x' }]),
      code: 'FILE_STRUCTURE',
      words: 'without a workbook',
    },
    {
      name: 'an OpenDocument sheet',
      content: zipped([
        { name: 'mimetype', content: 'x' },
        { name: 'content.xml', content: '<a/>' },
      ]),
      code: 'FILE_STRUCTURE',
      words: 'OpenDocument',
    },
    {
      name: 'a ZIP head alone',
      content: 'PK\x03\x04',
      code: 'FILE_STRUCTURE',
      words: 'ZIP container of the workbook is damaged',
    },
  ])('quirk 1: $name is refused by what it is', async ({ content, code, words }) => {
    const refusal = await refusalOf(content);
    expect(refusal?.code).toBe(code);
    expect(refusal?.rule).toContain(words);
  });

  it('shows the first bytes', async () => {
    expect((await refusalOf('a;b'))?.rule).toContain('first bytes 61 3B 62');
  });
});

describe('damaged workbooks', () => {
  const whole = book({ rows: row.repeat(2_000) });

  it('any prefix of a workbook is refused', async () => {
    for (let length = 0; length < whole.length; length += 97) {
      expect(await refusalOf(whole.subarray(0, length))).toBeDefined();
    }
  });

  it('any flipped byte leads to the same rows, or to a complaint', {
    timeout: 60_000,
  }, async () => {
    const { rows } = await readAll(xlsx, whole, { headerRow: 'none' });
    for (let at = 0; at < whole.length; at += 13) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      const read = await readAll(xlsx, damaged, { headerRow: 'none' });
      if (!read.refusal && read.complaints.length === 0) expect(read.rows).toEqual(rows);
    }
  });

  it.each([
    ['XML that is not well-formed', { 'xl/workbook.xml': '<workbook><sheets>' }, 'not well-formed'],
    [
      'XML that is no text',
      { 'xl/workbook.xml': Buffer.from([0x3c, 0x61, 0xff, 0xfe]) },
      'not well-formed',
    ],
    [
      'XML that ends within a character',
      { 'xl/workbook.xml': Buffer.from('<workbook/>\xc3', 'latin1') },
      'ends within a character',
    ],
    ['a workbook without sheets', { 'xl/workbook.xml': '<workbook/>' }, 'no sheet'],
  ])('%s is refused', async (_, parts, words) => {
    const refusal = await refusalOf(book({ parts }));
    expect(refusal?.code).toBe('FILE_STRUCTURE');
    expect(refusal?.rule).toContain(words);
  });

  it('a failing disk is no complaint: it is thrown on, so that the reading is tried again', async () => {
    const file = fileOf('a.xlsx', whole);
    let reads = 0;
    const failing = {
      ...file,
      read: (at: number, length: number) => {
        if (++reads > 6) throw new Error('EIO');
        return file.read(at, length);
      },
    };
    await expect(readAll(xlsx, failing, {})).rejects.toThrow('EIO');
  });
});

describe('bombs', () => {
  it('fault 12: a part that inflates a thousandfold is refused early', async () => {
    const rows = row.repeat(1) + ' '.repeat(inflatedFreelyBytes + 1);
    expect(await refusalOf(book({ rows }))).toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('fault 12: a shared text without an end is refused before it fills the memory', async () => {
    const texts = `<si><t>${'x'.repeat(8_000_000)}</t></si>`;
    expect((await refusalOf(book({ rows: row, texts })))?.rule).toContain('between two tags');
  });

  it.each([
    ['as many texts', { texts: 3, characters: 100 }, 3],
    ['a text more', { texts: 2, characters: 100 }, 'The workbook has more than 2 texts'],
    ['as many characters', { texts: 9, characters: 6 }, 3],
    ['a character more', { texts: 9, characters: 5 }, 'or 5 characters in them'],
  ])('fault 12: shared texts end at their limits: %s', async (_, most, expected) => {
    const texts = '<si><t>ab</t></si>'.repeat(3);
    const container = await openContainer(fileOf('bomb.xlsx', book({ texts })));
    if (!('entries' in container)) throw new Error(container.rule);
    const read = await readSharedTexts(container, 'xl/sharedStrings.xml', most);
    if ('rule' in read) expect(read).toMatchObject({ code: 'FILE_TOO_LARGE', file: 'bomb.xlsx' });
    expect('rule' in read ? read.rule : read.length).toEqual(
      typeof expected === 'string' ? expect.stringContaining(expected) : expected,
    );
  });

  const isLong = Boolean(process.env['STOCKHAND_LONG']);
  const noise = (length: number): string => randomBytes(length).toString('hex').slice(length);
  it.runIf(isLong).each([
    ['texts', () => Array.from({ length: 5_000_001 }, (_, n) => `<si><t>${n}</t></si>`).join('')],
    ['characters', () => `<si><t>${noise(1_000_000)}</t></si>`.repeat(135)],
  ])(
    'fault 12: too many %s for the limits as they are (STOCKHAND_LONG)',
    async (_, texts) => {
      const refusal = await refusalOf(book({ rows: row, texts: texts() }));
      expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE' });
      expect(refusal?.rule).toMatch(/more than 5000000 texts, or 134217728 characters/);
    },
    300_000,
  );

  const runs = `<r><t>${'x'.repeat(1_000_000)}</t></r>`.repeat(3);
  it.each([
    ['a shared text', { texts: `<si>${runs}</si>`, rows: row }, 'A text of the workbook'],
    [
      'a text within a cell',
      { rows: `<row><c t="inlineStr"><is>${runs}</is></c></row>` },
      'A cell in row 1',
    ],
    [
      'a value in pieces',
      { rows: `<row><c t="str"><v>${`${'x'.repeat(1_000_000)}<b/>`.repeat(3)}</v></c></row>` },
      'A cell in row 1',
    ],
  ])('fault 12: %s in many pieces ends at the limit of a field', async (_, parts, subject) => {
    expect(await refusalOf(book(parts))).toMatchObject({
      code: 'FILE_TOO_LARGE',
      rule: `${subject} has more than ${fieldBytesMax} characters.`,
    });
  });

  it('fault 12: a row with more cells than a sheet has columns is refused', async () => {
    const rows = `<row>${'<c/>'.repeat(cellsMax + 1)}</row>`;
    expect((await refusalOf(book({ rows })))?.rule).toContain(`beyond column ${cellsMax}`);
  });

  it('fault 14: a number format that no program writes is refused before it is looked at', async () => {
    const refusal = await refusalOf(book({ rows: row, formats: ['['.repeat(500_000)] }));
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(refusal?.rule).toMatch(/^A number format of the workbook has more than/);
  });

  it('fault 12: a row number beyond the sheet is refused', async () => {
    expect(await refusalOf(book({ rows: `${row}<row r="99999999"/>` }))).toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });

  it.each([
    ['a larger size', { size: 10_000_000 }],
    ['a smaller size', { size: 10 }],
    ['another checksum', { checksum: 1 }],
  ])('fault 12: a container that claims %s is refused', async (_, lies) => {
    const content = '<Relationships/>'.padEnd(2_000);
    const refusal = await refusalOf(zipped([{ name: '_rels/.rels', content, lies }]));
    expect(refusal?.rule).toMatch(/damaged|checksum/);
  });

  it('fault 11: entities of its own are refused by their DOCTYPE', async () => {
    const texts =
      '<!DOCTYPE sst [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>';
    const refusal = await refusalOf(book({ rows: row, parts: { 'xl/sharedStrings.xml': texts } }));
    expect(refusal?.code).toBe('FILE_DOCTYPE');
  });

  it('fault 12: a path that leads out of the container is refused', async () => {
    expect((await refusalOf(zipped([{ name: '../evil', content: 'x' }])))?.code).toBe(
      'FILE_STRUCTURE',
    );
  });
});

describe.skipIf(!hasRealData())(
  'hostile workbooks (skipped where ../shared/data is missing)',
  () => {
    it.each([
      ['poi_poc-xmlbomb.xlsx', 'FILE_DOCTYPE'],
      ['poi_clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-5636439151607808.xlsx', 'FILE_STRUCTURE'],
      ['poi_poi-fuzz.xls', 'FILE_STRUCTURE'],
      ['pss_XLS_pwtest.xls', 'FILE_STRUCTURE'],
      ['pss_Ods_corruptMeta.ods', 'FILE_STRUCTURE'],
      ['pss_CSV_sep.csv', 'FILE_STRUCTURE'],
    ])('%s is refused', async (name, code) => {
      const { refusal } = await readAll(xlsx, realFile(`hostile/${name}`));
      expect(refusal?.code).toBe(code);
    });
  },
);
