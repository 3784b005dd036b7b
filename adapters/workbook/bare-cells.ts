import type { CellObject } from 'xlsx';
import { inEach, type Search } from './cells-by-row.ts';

/** A cell's place in its row, 0-based, and the value that its attribute holds. */
export interface BareCell {
  readonly column: number;
  readonly value: string;
  readonly kind: Kind;
}

/** By row, 0-based. */
export type BareRows = ReadonlyMap<number, readonly BareCell[]>;

type Kind = 'number' | 'date' | 'time' | 'text';

const attributesOf: readonly (readonly [Kind, string])[] = [
  ['number', 'office:value'],
  ['date', 'office:date-value'],
  ['time', 'office:time-value'],
  ['text', 'office:string-value'],
];

/**
 * Cells with a value that show no text: in ODF the attribute is the value, and the library takes such a cell for empty.
 * odfpy and ezodf write all numbers and days so.
 */
export const bareCells: Search<BareCell> = {
  isTextless: true,
  of(attributes, columns) {
    // Its value may stand where numbers have theirs (truth-cells.ts).
    if (attributes['office:value-type'] === 'boolean') return [];
    for (const [kind, name] of attributesOf) {
      const value = attributes[name] ?? '';
      if (value !== '') return inEach(columns, (column) => ({ column, value, kind }));
    }
    return [];
  },
};

/** As the library gives a cell that has a text beside its value. */
export function cellOfBare({ value, kind }: BareCell, startsIn1904: boolean): CellObject {
  if (kind === 'number') return { t: 'n', v: Number(value), w: value };
  const days = kind === 'date' ? dayNumber(value, startsIn1904) : timeOfDay(value);
  if (kind === 'text' || Number.isNaN(days)) return { t: 's', v: value };
  return { t: 'n', v: days, z: kind === 'date' ? 'm/d/yy' : 'hh:mm:ss' };
}

const dayMs = 86_400_000;
const momentPattern = /^\d{4}-\d\d-\d\d(?:T[\d:.]+)?/;
const durationPattern = /^P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/;

function dayNumber(value: string, startsIn1904: boolean): number {
  const [moment = ''] = momentPattern.exec(value) ?? [];
  const start = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  return (Date.parse(moment.includes('T') ? `${moment}Z` : moment) - start) / dayMs;
}

function timeOfDay(value: string): number {
  const parts = durationPattern.exec(value);
  if (!parts) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part = '0') => Number(part));
  return days + (hours + (minutes + seconds / 60) / 60) / 24;
}
