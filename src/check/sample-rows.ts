import type { OpenExport } from '../catalog/export/open-export.ts';
import type { BlankFlags } from '../catalog/look/blank-flags.ts';
import type { NamelessRows } from '../catalog/look/nameless-rows.ts';
import type { SeveralRows } from '../catalog/look/several-rows.ts';
import type { Mapped, MappedRow } from '../catalog/mapping/mapped-row.ts';
import type { SourceConfig } from '../config/declaration.ts';
import type { ExportRecord } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Advice } from '../domain/facts.ts';
import { shownValues } from '../domain/product-text.ts';

const rowsTried = 200;

/** A row as it would be sent. */
export interface SampleRow {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
}

interface FirstRows {
  readonly rows: (SampleRow & {
    readonly externalId: string;
    readonly named: string | undefined;
  })[];
  readonly complaints: Complaint[];
  /** Of texts that are sent as they are, though they are probably garbled: every buyer would see them. */
  readonly garbled: Complaint[];
  damage?: Complaint;
  tried: number;
  hidden: number;
  skipped: number;
  rejected: number;
  isWhole: boolean;
}

interface Looks {
  readonly several: SeveralRows;
  readonly nameless: NamelessRows;
  readonly flags: BlankFlags;
}

/** The first rows, as many as `check` looks at. `file`: the name of the file, for complaints. */
export async function firstRows(
  { reader, mapper }: OpenExport,
  file: string,
  looks: Looks,
): Promise<FirstRows> {
  const first: FirstRows = {
    rows: [],
    complaints: [],
    garbled: [],
    tried: 0,
    hidden: 0,
    skipped: 0,
    rejected: 0,
    isWhole: false,
  };
  for await (const batch of reader.batches()) {
    if (batch.refusal !== undefined) first.damage = batch.refusal;
    for (const record of batch.records) {
      const mapped = mapper.map(record);
      if (first.tried >= rowsTried) return first;
      meet(first, { mapped, record, file }, looks);
    }
  }
  first.isWhole = first.damage === undefined;
  return first;
}

/** Why no row of the sample is shown. */
export function whyUnused({ where }: SourceConfig, { tried, skipped, isWhole }: FirstRows): Advice {
  if (tried === 0)
    return {
      sentence: 'It holds no rows, and a file without rows changes nothing.',
      remedy: 'Export it with its rows; if there is only a header, check what the export selects.',
    };
  if (skipped < tried)
    return {
      sentence: 'None of its rows can be sent as it is.',
      remedy: 'Correct what is reported about the first of them.',
    };
  const looked = isWhole ? 'all its rows' : `all of the first ${tried} rows`;
  return where.length === 0
    ? { sentence: `${looked.replace('all', 'All')} are empty.`, remedy: 'Export it with its rows.' }
    : {
        sentence: `The condition where: of the source leaves out ${looked}.`,
        remedy: 'Correct where:, or export rows that fulfil it.',
      };
}

function meet(
  first: FirstRows,
  { mapped, record, file }: { mapped: Mapped; record: ExportRecord; file: string },
  { several, nameless, flags }: Looks,
): void {
  first.tried += 1;
  if (record.isHidden) first.hidden += 1;
  if (mapped.kind !== 'row') first[mapped.kind] += 1;
  flags.meet(mapped, record.row);
  if (!nameless.meet(mapped, record)) addRow(first, { mapped, row: record.row, file });
  if (mapped.kind === 'row') several.meet(mapped, record.row);
}

function addRow(
  { rows, complaints, garbled }: FirstRows,
  { mapped, row, file }: { mapped: Mapped; row: number; file: string },
): void {
  const placed = (one: Complaint): Complaint => ({ ...one, file, row });
  if (mapped.kind === 'row') {
    rows.push({
      ...{ row, values: valuesOf(mapped) },
      ...{ externalId: mapped.externalId, named: mapped.picture },
    });
    garbled.push(...mapped.notes.filter(({ code }) => code === 'ROW_CHARACTER').map(placed));
  }
  if (mapped.kind === 'rejected') complaints.push(...mapped.complaints.map(placed));
}

function valuesOf({ externalId, fields, quantity, picture }: MappedRow): Record<string, unknown> {
  const stock = quantity === undefined ? {} : { availableQty: quantity };
  const named = picture === undefined ? {} : { picture };
  return { ...shownValues({ externalId, ...fields, ...stock }), ...named };
}
