import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { readAll } from '../text/reading.ts';

const line = '----------------------------------';
const title = '|Material |Werk|   Frei|Kurztext |';
const options = { delimiter: '|', headerRow: [3], identifiers: ['Material'] };

/** As SAP saves a list unconverted: each page has a head of its own. */
function list(...rows: readonly string[]): string {
  return ['26.11.2026   Dynamische Listenausgabe   1', line, title, line, ...rows, line].join('\n');
}

/** The rows that say something, and `!code` for those that cannot be read. */
async function saidIn(text: string, given: object = options): Promise<readonly string[]> {
  const { rows, refusal, complaints } = await readAll(csv, text, given);
  expect(refusal).toBeUndefined();
  const said = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  return [
    ...said.map(({ cells }) => cells.map((cell) => cell?.trim()).join('|')),
    ...complaints.map(({ code, row }) => `!${code} ${row}`),
  ];
}

describe('a list whose rows are between bars', () => {
  it('has no articles in what it draws, repeats and adds', async () => {
    const page = ['', '26.11.2026   Dynamische Listenausgabe   2', 'Werk 1000', line, title, line];
    const total = ['|---------|----|-------|---------|', '|*        |    | 20,000|         |'];
    const rows = ['|A-1      |1000| 12,000|Schraube |', ...total, ...page];
    const more = ['|A-2      |1000|  8,000|Mutter   |', '|** Summe |    | 28,000|         |'];
    expect(await saidIn(list(...rows, ...more))).toEqual([
      '|A-1|1000|12,000|Schraube|',
      '|A-2|1000|8,000|Mutter|',
    ]);
  });

  it('loses no line with an article number, whatever else the line looks like', async () => {
    const marked = '|*        |1000| 12,000|A-1      |';
    const starred = '|*A-1     |1000| 12,000|Schraube |';
    const { identifiers: _none, ...unknown } = options;
    expect(await saidIn(list(marked), { ...options, identifiers: ['Kurztext'] })).toHaveLength(1);
    expect(await saidIn(list(marked), unknown)).toHaveLength(1);
    expect(await saidIn(list(starred))).toHaveLength(1);
    const both = { ...options, identifiers: ['Material', 'Kurztext'] };
    const total = '|*        |    | 20,000|         |';
    expect(await saidIn(list(marked, total), both)).toHaveLength(1);
  });

  it('rejects a line of an article that a line end or a bar has broken', async () => {
    const broken = ['|A-1      |10', '00| 12,000|Schraube |'];
    const split = '|A-2      |1000|  8,000|Mutter|M8|';
    expect(await saidIn(list(...broken, split))).toEqual([
      '!ROW_RAGGED 5',
      '!ROW_RAGGED 6',
      '!ROW_RAGGED 7',
    ]);
  });

  it('is told by its header alone: elsewhere a line without a separator is rejected', async () => {
    const text = 'Material|Werk|Frei\nA-1|1000|12\n---------\nA-2|1000|8\n';
    expect(await saidIn(text, { ...options, headerRow: [1] })).toEqual([
      'A-1|1000|12',
      'A-2|1000|8',
      '!ROW_RAGGED 3',
    ]);
    for (const [first, delimiter, headerRow] of [
      ['|Material|Frei', '|', [1]],
      ['Material|Frei|', '|', [1]],
      [';Material;Frei;', ';', [1]],
      ['|A-1|12|', '|', 'none'],
    ] as const) {
      const said = await saidIn(`${first}\nA-2\n`, { ...options, delimiter, headerRow });
      expect(said.at(-1)).toBe('!ROW_RAGGED 2');
    }
  });
});
