import type { Cells } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { Product, ProductField } from '../../domain/product.ts';
import type { SumColumns } from './sum.ts';

/** The mapped fields of a row that hold something, without the key and the quantity. */
export type Fields = {
  -readonly [Field in Exclude<ProductField, 'externalId' | 'availableQty'>]?: Product[Field];
};

/** A number with one mark before exactly three last digits, without what stands around it. */
export interface GroupCell {
  readonly column: string;
  readonly value: string;
  /** The decimal mark of the declared style, else its thousands mark. */
  readonly isDecimal: boolean;
}

/** The text of a cell that should be a number, and is one only in the style opposite to the declared one. */
export interface OppositeCell {
  readonly column: string;
  readonly value: string;
  /** It has thousands marks, written with the declared decimal mark. */
  readonly isGrouped: boolean;
}

export interface MappedRow {
  readonly kind: 'row';
  readonly externalId: string;
  readonly cells?: Cells;
  readonly fields: Fields;
  /** Thousandths; undefined where the cell is empty or the field is not mapped. */
  readonly quantity: number | undefined;
  /** The parts of a quantity that is a sum of columns. */
  readonly columns?: SumColumns | undefined;
  /** Mapped fields whose cell is empty: kept or cleared by the source's rule. */
  readonly empty: readonly ProductField[];
  /** Which of the watched columns have a value (filled.ts). */
  readonly filled?: number;
  /** Names of mapped attributes whose cell is empty. */
  readonly emptyAttributes: readonly string[];
  /** Attributes that the row does not name are empty, too (attributes.ts). */
  readonly attributesAreOpen?: boolean;
  readonly picture: string | undefined;
  readonly notes: readonly Complaint[];
  /**
   * The name is empty, as in rows that only take an article off
   * sale. The last name is repeated; without one this is told.
   */
  readonly nameless?: Complaint | undefined;
  /** A number whose mark another row may put in doubt (number-marks.ts). */
  readonly group?: GroupCell | undefined;
}

/** `externalId` is set where the number could be read: then the article has not vanished. */
export interface Rejected {
  readonly kind: 'rejected';
  readonly externalId?: string;
  /** More articles that the row may be about. */
  readonly others?: readonly string[];
  readonly complaints: readonly Complaint[];
  /** If the file names the article `named` itself, `row` counts and the row is not rejected (pass/open-rows.ts). */
  readonly unless?: { readonly named: string; readonly row: MappedRow };
  /** The stock that the row says, in thousandths, if nothing of it is in doubt; 0 for a blocked article. */
  readonly quantity?: number | undefined;
  /** The row calls its article inactive, and is sure to be used. */
  readonly isInactive?: boolean;
  /** As in a mapped row. */
  readonly empty?: readonly ProductField[];
  /** A cell that puts numbers of other rows in doubt (number-marks.ts). */
  readonly opposite?: OppositeCell | undefined;
}

export type Mapped =
  | MappedRow
  /** Left out by `where`. `externalId` only in a products file of changes: its article stays as it is. */
  | { readonly kind: 'skipped'; readonly externalId?: string }
  | Rejected;

/** Shared by all rows that have nothing to list, which is most of them. */
const none: never[] = [];

export function added<Item>(list: Item[], item: Item): Item[] {
  if (list === none) return [item];
  list.push(item);
  return list;
}

/** One row while its fields are read: every bad value is told, not only the first. A class: a million are made. */
export class Row implements MappedRow {
  readonly kind = 'row';
  readonly externalId: string;
  readonly cells: Cells;
  readonly fields: Fields = {};
  empty: ProductField[] = none;
  emptyAttributes: readonly string[] = none;
  attributesAreOpen = false;
  notes: Complaint[] = none;
  complaints: Complaint[] = none;
  filled = 0;
  quantity: number | undefined = undefined;
  columns: SumColumns | undefined = undefined;
  picture: string | undefined = undefined;
  nameless: Complaint | undefined = undefined;
  group: GroupCell | undefined = undefined;
  opposite: OppositeCell | undefined = undefined;
  /** Whether the row is used at all. */
  isInDoubt = false;

  constructor(externalId: string, cells: Cells) {
    this.externalId = externalId;
    this.cells = cells;
  }

  complain(complaint: Complaint): void {
    this.complaints = added(this.complaints, complaint);
  }

  note(complaint: Complaint): void {
    this.notes = added(this.notes, complaint);
  }

  mapped(): Mapped {
    const { externalId, nameless, fields, empty, opposite } = this;
    const isUnnamed = nameless !== undefined && fields.isActive !== false;
    const complaints = isUnnamed ? [nameless, ...this.complaints] : this.complaints;
    if (complaints.length === 0) return this;
    const isInactive = fields.isActive === false && !this.isInDoubt;
    const stated = { empty, opposite, quantity: this.#surely(), isInactive };
    return { kind: 'rejected', externalId, complaints, ...stated };
  }

  #surely(): number | undefined {
    if (this.isInDoubt || this.group !== undefined || this.opposite !== undefined) return undefined;
    return statedStock(this);
  }
}

/** The stock that a row says; 0 for an article that it calls inactive. */
export function statedStock({
  fields,
  quantity,
}: Pick<MappedRow, 'fields' | 'quantity'>): number | undefined {
  return fields.isActive === false ? 0 : quantity;
}
