import type { Complaint } from '../../src/domain/complaint.ts';
import { field, type Line, type Version } from './file.ts';

/** Where the fields of a record stand, counted from the kind (0). Prices and discounts are left out on purpose. */
type Layout = Readonly<Record<string, number>>;

interface RecordLayout {
  readonly columns: Layout;
  /** Fields that hold digits only: letters there mean that a semicolon inside a text shifted the record. */
  readonly numbers: readonly number[];
  /** The last field of the record. */
  readonly last: number;
  /** A record of fewer fields lacks what an article needs. */
  readonly least: number;
}

const articleFour: RecordLayout = {
  columns: {
    Artikelnummer: 2,
    Kurztext1: 4,
    Kurztext2: 5,
    Mengeneinheit: 8,
    Hauptwarengruppenummer: 11,
  },
  numbers: [6, 7, 9],
  last: 12,
  least: 9,
};

const supplementFour: RecordLayout = {
  columns: {
    Artikelnummer: 2,
    Matchcode: 3,
    Alternativnummer: 4,
    Katalogseite: 5,
    EAN: 9,
    Warengruppenummer: 11,
    Verpackungsmenge: 13,
  },
  numbers: [13],
  last: 15,
  least: 9,
};

const articleFive: RecordLayout = {
  columns: {
    Artikelnummer: 2,
    Kurztext1: 3,
    Kurztext2: 4,
    Mengeneinheit: 5,
    Hauptwarengruppenummer: 10,
    Warengruppenummer: 11,
    Matchcode: 12,
    Alternativnummer: 14,
    Herstellernummer: 16,
    Herstellertype: 17,
    EAN: 18,
    Verpackungsmenge: 20,
    Katalogseite: 21,
  },
  numbers: [6, 7, 8, 20],
  last: 28,
  least: 6,
};

const articles: Readonly<Record<Version, RecordLayout>> = { 4: articleFour, 5: articleFive };

/** Where the key of an article's long text stands. */
const longTextKey: Readonly<Record<Version, number>> = { 4: 12, 5: 23 };

export const columnNames: readonly string[] = [
  'Artikelnummer',
  'Verarbeitung',
  'NeueArtikelnummer',
  'Kurztext1',
  'Kurztext2',
  'Langtext',
  'Mengeneinheit',
  'EAN',
  'Matchcode',
  'Warengruppe',
  'Warengruppenummer',
  'Hauptwarengruppe',
  'Hauptwarengruppenummer',
  'Alternativnummer',
  'Herstellernummer',
  'Herstellertype',
  'Verpackungsmenge',
  'Katalogseite',
];

/** Without its name, where the deletion repeats it, the row would be rejected and the article stay on sale. */
function isName(column: string, value: string): boolean {
  return value !== '' && (column === 'Kurztext1' || column === 'Kurztext2');
}

/** The columns that the article's own record brings. */
export function articleFields(
  version: Version,
  line: Line,
  usualCount?: number,
): ReadonlyMap<string, string> | Complaint {
  const flag = field(line, 1).toUpperCase();
  const deletesOnly = flag === 'L' || flag === 'X';
  const layout = articles[version];
  const damage = deletesOnly ? undefined : shifted(line, layout, usualCount);
  if (damage !== undefined) return damage;
  const found = new Map([['Verarbeitung', flag]]);
  for (const [column, index] of Object.entries(layout.columns)) {
    const value = field(line, index);
    const isKept = column === 'Artikelnummer' || (flag === 'L' && isName(column, value));
    if (!deletesOnly || isKept) found.set(column, value);
  }
  if (flag === 'X') found.set('NeueArtikelnummer', field(line, layout.columns['Kurztext1'] ?? 0));
  return found;
}

/** The columns that the B record of DATANORM 4 brings. */
export function supplementFields(
  line: Line,
  usualCount?: number,
): ReadonlyMap<string, string> | Complaint {
  const damage = shifted(line, supplementFour, usualCount);
  if (damage !== undefined) return damage;
  const columns = Object.entries(supplementFour.columns);
  return new Map(columns.map(([column, index]) => [column, field(line, index)]));
}

/** The B record of DATANORM 5 deletes an article (L) or gives it another number (A). */
export function changeFields(line: Line): ReadonlyMap<string, string> {
  const renumbers = field(line, 1).toUpperCase() === 'A';
  return new Map([
    ['Artikelnummer', field(line, 2)],
    ['Verarbeitung', renumbers ? 'X' : 'L'],
    ...(renumbers ? ([['NeueArtikelnummer', field(line, 3)]] as const) : []),
  ]);
}

/** How many fields a whole A or B record has; 0 for records whose length says nothing. */
export function fieldCount(version: Version, kind: string): number {
  const changeFive = 4;
  if (kind === 'A') return articles[version].last + 1;
  if (kind !== 'B') return 0;
  return version === 4 ? supplementFour.last + 1 : changeFive;
}

export function longTextKeyOf(version: Version, line: Line): string {
  return field(line, longTextKey[version]);
}

/** DATANORM has no quotes: a semicolon inside a text moves all that follows, and is never read past (quirk 14). */
function shifted(line: Line, layout: RecordLayout, usualCount?: number): Complaint | undefined {
  const fault = wrongCount(line, layout, usualCount) ?? wrongNumber(line, layout);
  if (fault === undefined) return undefined;
  return {
    code: 'ROW_RAGGED',
    row: line.row,
    value: line.fields.join(';'),
    rule: `The ${line.kind} record ${fault}.`,
    remedy: 'Remove the semicolon from the article text, or export again.',
  };
}

/** Some programs add fields of their own behind the last one: where most records have as many, none is shifted. */
function wrongCount(line: Line, layout: RecordLayout, usualCount?: number): string | undefined {
  const count = countOf(line);
  const isLong = count > layout.last + 1 && count !== usualCount;
  if (isLong) return `has ${count} fields instead of ${layout.last + 1}`;
  return count < layout.least ? `has only ${count} fields` : undefined;
}

/** The fields of a record; a semicolon may be behind the last one, too. */
export function countOf(line: Line): number {
  const { length } = line.fields;
  return field(line, length - 1) === '' ? length - 1 : length;
}

/** Most of these are never read, so however they are written: only words tell that a text has moved there. */
const numberLike = /^[-+]?[\d.,'’\s]*[-+]?(?:\s*EUR)?$/i;

function wrongNumber(line: Line, layout: RecordLayout): string | undefined {
  const barcode = layout.columns['EAN'];
  // A longer record may have moved behind its numbers, too.
  const isLong = barcode !== undefined && countOf(line) > layout.last + 1;
  const numbers = isLong ? [...layout.numbers, barcode] : layout.numbers;
  const wrong = numbers.find((index) => !numberLike.test(field(line, index)));
  return wrong === undefined ? undefined : `has no number in field ${wrong + 1}`;
}
