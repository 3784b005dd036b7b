import type { MappedField, SourceConfig } from '../config/declaration.ts';
import type { ExportReader } from '../domain/adapter.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import { picturePathFault } from '../domain/picture-path.ts';
import type { Product, ProductField } from '../domain/product.ts';
import { numberExamples } from '../domain/quantity.ts';
import { attributesOf } from './attributes.ts';
import type { FieldText, Lookup } from './field.ts';
import { fieldText } from './field.ts';
import { picturePathComplaint } from './picture-named.ts';
import { mapSum } from './sum.ts';
import { textLimits } from './text-limits.ts';
import type { Origin, Value } from './values.ts';
import {
  cutText,
  flag,
  keyText,
  leadTimeDays,
  offeredStock,
  orderQuantity,
  plainText,
  quantity,
} from './values.ts';
import { isWanted } from './where.ts';

/** The mapped fields of a row that hold something, without the key and the quantity. */
export type Fields = {
  -readonly [Field in Exclude<ProductField, 'externalId' | 'availableQty'>]?: Product[Field];
};

export interface MappedRow {
  readonly kind: 'row';
  readonly externalId: string;
  readonly fields: Fields;
  /** Thousandths; absent where the cell is empty or the field is not mapped. */
  readonly quantity?: number;
  /** Mapped fields whose cell is empty: kept or cleared by the source's rule. */
  readonly empty: readonly ProductField[];
  /** Names of mapped attributes whose cell is empty. */
  readonly emptyAttributes: readonly string[];
  readonly picture?: string;
  readonly notes: readonly Complaint[];
}

export type Mapped =
  | MappedRow
  /** Left out by `where`. */
  | { readonly kind: 'skipped' }
  /** `externalId` stands where the key could be read: the article has not vanished. */
  | {
      readonly kind: 'rejected';
      readonly externalId?: string;
      readonly complaints: readonly Complaint[];
    };

type Mapping = SourceConfig['mapping'];
const texts = ['name', 'description', 'categorySlug', 'unitOfMeasure', 'brand', 'barcode'] as const;
const orderQuantities = ['minOrderQty', 'stepQty'] as const;

/** One row of a table or element of a tree under the source's mapping. */
export function mapCells(
  source: SourceConfig,
  reader: Pick<ExportReader, 'column' | 'columns'>,
  cells: Cells | Complaint,
): Mapped {
  if (!isCells(cells)) return { kind: 'rejected', complaints: [cells] };
  // A row of empty cells, as spreadsheets leave them between and below tables, says nothing.
  if (cells.every((cell) => (cell ?? '').trim() === '')) return { kind: 'skipped' };
  const lookup: Lookup = (column) => {
    const index = reader.column(column);
    return index < 0 ? undefined : cells[index];
  };
  const wanted = isWanted(source, lookup);
  if (wanted === false) return { kind: 'skipped' };
  const key = mapKey(source, lookup);
  if ('complaint' in key) return { kind: 'rejected', complaints: [key.complaint] };
  const row = new Row(source, lookup);
  if (wanted !== true) row.complaints.push(conditionFault(wanted.fault));
  row.readAll(reader.columns);
  return row.complaints.length > 0
    ? { kind: 'rejected', externalId: key.value, complaints: row.complaints }
    : row.result(key.value);
}

export type Cells = readonly (string | undefined)[];

export function isCells(cells: Cells | Complaint): cells is Cells {
  return Array.isArray(cells);
}

/** A row of which it cannot be said whether it is used: never sent, never left out in silence. */
function conditionFault(fault: string): Complaint {
  const { remedy } = codes.ROW_EXPRESSION;
  return { code: 'ROW_EXPRESSION', rule: `The condition of where: ${fault}.`, remedy };
}

function mapKey({ mapping, numberStyle }: SourceConfig, lookup: Lookup): Value<string> {
  const { text, column, complaint } = fieldText(mapping.externalId, lookup, numberStyle);
  if (complaint !== undefined) return { complaint };
  if (text.trim() !== '') return keyText(text, column, textLimits.externalId);
  const remedy = 'Fill the key column, or leave the row out with where:.';
  return { complaint: { code: 'ROW_KEY_MISSING', column, rule: 'has no article number.', remedy } };
}

/** One row while its fields are read: every bad value is told, not only the first. */
class Row {
  readonly complaints: Complaint[] = [];
  readonly #source: SourceConfig;
  readonly #lookup: Lookup;
  readonly #fields: Fields = {};
  readonly #empty: ProductField[] = [];
  readonly #emptyAttributes: string[] = [];
  readonly #notes: Complaint[] = [];
  #quantity: number | undefined;
  #picture: string | undefined;

  constructor(source: SourceConfig, lookup: Lookup) {
    this.#source = source;
    this.#lookup = lookup;
  }

  readAll(columns: readonly string[]): void {
    const { mapping } = this.#source;
    for (const field of texts)
      this.#read(field, (text) => this.#text(field, text, mapping[field]?.cut ?? false));
    for (const field of orderQuantities) this.#readNumber(field, orderQuantity);
    this.#readNumber('leadTimeDays', leadTimeDays);
    this.#read('isActive', ({ text, column }) => flag(text, column));
    this.#readQuantity(mapping);
    this.#readAttributes(mapping, columns);
    this.#picture = mapping.picture && this.#pictureOf(mapping.picture);
  }

  result(externalId: string): MappedRow {
    return {
      kind: 'row',
      externalId,
      fields: this.#fields,
      empty: this.#empty,
      emptyAttributes: this.#emptyAttributes,
      notes: this.#notes,
      ...(this.#quantity === undefined ? {} : { quantity: this.#quantity }),
      ...(this.#picture === undefined ? {} : { picture: this.#picture }),
    };
  }

  #read<Field extends Exclude<keyof Fields, 'attributes'>>(
    field: Field,
    convert: (text: FieldText) => Value<Fields[Field]>,
  ): void {
    const text = this.#fieldText(field);
    if (text === undefined) return;
    const converted = convert(text);
    if ('complaint' in converted) this.complaints.push(converted.complaint);
    else this.#fields[field] = converted.value;
  }

  #readNumber(
    field: 'minOrderQty' | 'stepQty' | 'leadTimeDays',
    convert: (text: string, origin: Origin) => Value<number>,
  ): void {
    const mapped = this.#source.mapping[field];
    if (mapped !== undefined)
      this.#read(field, (text) => convert(text.text, this.#origin(mapped, text)));
  }

  /** The field's text; undefined where it is not mapped, is empty or has no translation. */
  #fieldText(field: Exclude<keyof Mapping, 'attributes'> & ProductField): FieldText | undefined {
    const mapped = this.#source.mapping[field];
    if (mapped === undefined) return undefined;
    const text = fieldText(mapped, this.#lookup, this.#source.numberStyle);
    if (text.complaint !== undefined) {
      this.complaints.push(text.complaint);
      return undefined;
    }
    if (text.text !== '') return text;
    this.#noteEmpty(field, text.column);
    return undefined;
  }

  #noteEmpty(field: ProductField, column: string): void {
    if (field !== 'name') this.#empty.push(field);
    else
      this.complaints.push({
        code: 'ROW_VALUE_MISSING',
        column,
        rule: 'is empty, but a product must have a name.',
        remedy: 'Fill it in the ERP.',
      });
  }

  #text(field: (typeof texts)[number], { text, column }: FieldText, cut: boolean): Value<string> {
    const longest = textLimits[field];
    if (field === 'barcode') return keyText(text, column, longest);
    return plainText(cut ? cutText(text, longest) : text, column, longest);
  }

  #readQuantity({ availableQty: mapped }: Mapping): void {
    if (mapped === undefined) return;
    const read =
      mapped.from.kind === 'sum'
        ? mapSum(mapped, this.#lookup, this.#source.numberStyle)
        : this.#oneQuantity(mapped);
    if (read === undefined) return;
    const value = 'complaint' in read ? read : this.#offered(read.value, mapped);
    if ('complaint' in value) this.complaints.push(value.complaint);
    else this.#quantity = value.value;
  }

  #oneQuantity(mapped: MappedField): Value<number> | undefined {
    const text = this.#fieldText('availableQty');
    return text === undefined ? undefined : quantity(text.text, this.#origin(mapped, text));
  }

  /** A part of a sum may be anything: only the whole is limited (row-sums.ts). */
  #offered(value: number, mapped: MappedField): Value<number> {
    if (this.#source.duplicates === 'sum') return { value };
    const offered = offeredStock(value, mapped, this.#source.negative);
    if (offered.note !== undefined) this.#notes.push(offered.note);
    return offered;
  }

  #readAttributes({ attributes }: Mapping, columns: readonly string[]): void {
    if (attributes === undefined) return;
    const { numberStyle } = this.#source;
    const read = attributesOf(attributes, { columns, lookup: this.#lookup, style: numberStyle });
    this.complaints.push(...read.complaints);
    this.#emptyAttributes.push(...read.empty);
    this.#fields.attributes = read.values;
  }

  #pictureOf(mapped: MappedField): string | undefined {
    const { text, column, complaint } = fieldText(mapped, this.#lookup, this.#source.numberStyle);
    if (complaint !== undefined) this.complaints.push(complaint);
    if (complaint !== undefined || text === '') return undefined;
    const fault = picturePathFault(text);
    if (fault !== undefined) this.#notes.push({ ...picturePathComplaint(text, fault), column });
    return text;
  }

  #origin({ rounding }: MappedField, { column, isComputed }: FieldText): Origin {
    const style = isComputed ? numberExamples['1234.56'] : this.#source.numberStyle;
    return { column, style, rounding };
  }
}
