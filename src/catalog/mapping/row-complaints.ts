import type { SourceConfig } from '../../config/declaration.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { placeText } from '../../domain/row-place.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import { complaintRow, type Refusal, refusalComplaint } from '../terms/refusal.ts';
import type { MappedRow } from './mapped-row.ts';

/** Of one file, of rejections and of notes each: a note on every row must leave room for the rows that are rejected. */
export const complaintsMax = 100_000;

type Place = Parameters<typeof complaintRow>[1];

/** What pass 1 complains of in the rows of one file, up to a limit. */
export interface RowComplaints {
  readonly rows: readonly ComplaintRow[];
  add(complaint: Complaint, place: Place): void;
  /** No name is known that the row could repeat. */
  unnamed(mapped: Pick<MappedRow, 'externalId' | 'nameless'>, row: number): void;
  duplicate(externalId: string, row: number, rows: readonly number[]): void;
  /** The marketplace refused this content before. */
  refusal(externalId: string, refusal: Refusal, row: number): void;
}

/**
 * The remedy for several rows of an article. If they are warehouses, the last row alone is not what can be sold; nor is
 * their sum if some hold blocked, returned or promised stock.
 */
const notForSale =
  'If each row is a warehouse or a status of the stock, first leave out with where: the rows that are not for sale (blocked, in inspection, returned), then';
const otherwise = {
  products: `${notForSale} map availableQty not here but in a second source of kind stock over the same files, with that where: and duplicates: sum; only if the last row is the right one, set duplicates: last.`,
  stock: `${notForSale} set duplicates: sum; if the last row is the right one, duplicates: last.`,
} as const;

/** The names of a union's files, which its rows are told with. */
type Files = readonly string[] | undefined;

export function duplicateComplaint(
  { kind }: Pick<SourceConfig, 'kind'>,
  externalId: string,
  { rows, files }: { readonly rows: readonly number[]; readonly files: Files },
): Complaint {
  const places =
    files === undefined
      ? `rows ${rows.join(' and ')}`
      : rows.map((place) => placeText(place, files)).join(' and ');
  const rule = `is in ${places} with different data; none of them was used.`;
  const remedy = `Export each article once. ${otherwise[kind]}`;
  return { code: 'ROW_DUPLICATE', value: externalId, rule, remedy };
}

export function createRowComplaints(
  { kind }: Pick<SourceConfig, 'kind'>,
  files: Files,
): RowComplaints {
  const rows: ComplaintRow[] = [];
  const room = { rejected: complaintsMax, note: complaintsMax };
  const add: RowComplaints['add'] = (complaint, place) => {
    const { level = 'rejected' } = place;
    if (room[level] === 0) return;
    room[level] -= 1;
    rows.push(complaintRow(complaint, place));
  };
  return {
    rows,
    add,
    unnamed({ externalId, nameless }, row) {
      if (nameless !== undefined) add(nameless, { row, externalId });
    },
    duplicate(externalId, row, repeated) {
      const complaint = duplicateComplaint({ kind }, externalId, { rows: repeated, files });
      add(complaint, { row, externalId });
    },
    refusal(externalId, refusal, row) {
      add(refusalComplaint(externalId, refusal), { row, externalId });
    },
  };
}
