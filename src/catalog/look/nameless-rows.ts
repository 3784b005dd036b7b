import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../../domain/adapter.ts';
import { isCells } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Mapped } from '../mapping/mapped-row.ts';
import { isHandle, isLeftToHead, variantRows } from './variant-rows.ts';

/** Rows without a name, of which a pass sends nothing; for a look at the first rows of a file. */
export interface NamelessRows {
  /** True where nothing gives the row a name. */
  meet(mapped: Mapped, record: ExportRecord): boolean;
  /** What is wrong with the first such row, and how many more there are. */
  complaint(): Complaint | undefined;
}

interface Met {
  readonly row: number;
  readonly texts: readonly string[];
  readonly nameless: Complaint | undefined;
}

export function createNamelessRows(
  source: Pick<SourceConfig, 'mapping' | 'fillDown'>,
  reader: Pick<ExportReader, 'column' | 'columns'>,
): NamelessRows {
  const met: Met[] = [];
  return {
    meet(mapped, record) {
      const cells = record.cells();
      if (mapped.kind === 'skipped' || mapped.externalId === undefined || !isCells(cells))
        return false;
      const texts = Array.from(cells, (cell) => (cell ?? '').trim());
      const active =
        source.mapping.isActive === undefined ? [] : columnsOf(source.mapping.isActive);
      const says = active.some((name) => (texts[reader.column(name)] ?? '') !== '');
      const nameless = namelessOf(mapped, says);
      met.push({ row: record.row, texts, nameless });
      return nameless !== undefined;
    },
    complaint() {
      const unnamed = met.filter(({ nameless }) => nameless !== undefined);
      const [first] = unnamed;
      if (first?.nameless === undefined) return undefined;
      const { code, column = '' } = first.nameless;
      const rule = `is empty, but a product must have a name: nothing is sent of an article that no other export names.${moreText(unnamed.length - 1)}`;
      const remedy = remedyOf(source, reader, met) ?? first.nameless.remedy;
      return { code, column, row: first.row, rule, remedy };
    },
  };
}

/** The complaint on the missing name. None for a row that says `isActive`: it may only take its article off sale. */
function namelessOf(mapped: Exclude<Mapped, { kind: 'skipped' }>, says: boolean) {
  if (mapped.kind === 'row') return says ? undefined : mapped.nameless;
  const [only, ...others] = mapped.complaints;
  return only?.code === 'ROW_VALUE_MISSING' && others.length === 0 ? only : undefined;
}

function moreText(more: number): string {
  if (more === 0) return '';
  return ` The same is true of ${counted(more, 'more row')} of those looked at.`;
}

function remedyOf(
  { mapping, fillDown }: Pick<SourceConfig, 'mapping' | 'fillDown'>,
  { columns, column }: Pick<ExportReader, 'column' | 'columns'>,
  met: readonly Met[],
): string | undefined {
  const rows = variantRows([...met.keys()], (at) => met[at]?.nameless === undefined);
  const cellsOf = (index: number) => met.map(({ texts }) => texts[index] ?? '');
  const { name, description, brand, isActive, unitOfMeasure } = mapping;
  const read = [name, description, brand, isActive, unitOfMeasure].flatMap((field) =>
    field === undefined ? [] : columnsOf(field),
  );
  const left = [...new Set(read)].filter((field) => isLeftToHead(cellsOf(column(field)), rows));
  const isName = name !== undefined && columnsOf(name).some((field) => left.includes(field));
  if (!isName || fillDown !== undefined) return undefined;
  const handle = columns.find((_name, index) => isHandle(cellsOf(index), rows));
  const list = `[${left.map(written).join(', ')}]`;
  const rule = handle === undefined ? list : `{ columns: ${list}, within: ${written(handle)} }`;
  return `Where such a row is a variant of the one above it, write fillDown: ${rule} in the source; otherwise fill in the name in the ERP.`;
}

/** A column name as it is written in a YAML list. */
function written(name: string): string {
  return /^\p{L}[\p{L}\d _()/.-]*$/u.test(name) ? name : JSON.stringify(name);
}
