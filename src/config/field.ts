import { z } from 'zod';
import { parseQuantity, plainNumbers, roundings } from '../domain/quantity.ts';
import { cell, column, columnList, flag, refuse } from './kinds.ts';
import { type MappedField, mappedField, type WrittenField } from './mapped-field.ts';

const someText = { error: 'must not be empty' };

const origin = {
  column: column.describe('The column that holds the value.').exactOptional(),
  columns: columnList
    .describe('Several columns whose values are joined with `join`; empty cells are left out.')
    .exactOptional(),
  join: z.string().describe('The text between joined values.').prefault(' '),
  template: z
    .string()
    .min(1, someText)
    .describe('A text with the names of columns in braces, such as "{ArtNr}-{Farbe}".')
    .exactOptional(),
  expression: z
    .string()
    .min(1, someText)
    .describe(
      'A CEL expression over the row, such as \'row["ArtNr"] + "-" + row["Farbe"]\'; config/reference.md lists the functions under "Expressions".',
    )
    .exactOptional(),
  trim: flag.describe('Blanks at both ends of the value are removed.').prefault(true),
  replace: z
    .array(
      z.strictObject({
        from: cell.min(1, someText).describe('The plain text that is replaced.'),
        to: cell.describe('The text that replaces it; "" removes it.'),
      }),
    )
    .describe('Plain texts that are replaced wherever they occur in the value, in this order.')
    .prefault([]),
};

/** What a value may be given or become: any cell, a number, or for a switch true and false only. */
function values(kind: z.ZodType<string>, shown = '{ STK: pcs, KG: kg }') {
  return {
    constant: kind.describe('The same value for every row; no column is read.').exactOptional(),
    default: kind
      .describe(
        'The value if the cell is empty. If it is an entry of `translate`, it is translated as a cell with that text is; if not, it is used as it is, whatever `otherwise` and `strict` say.',
      )
      .exactOptional(),
    translate: z
      .record(z.string(), kind)
      .describe(
        `Values of the ERP and what they are translated to, such as ${shown}. Values without an entry stay as they are. A true/false cell of a workbook, DBF or JSON is found by any word for yes or no in the list (\`WAHR\`, \`oui\`, \`0\`); if there is none, the row is rejected. A number cell is found by its value (\`"1,00"\` for 1).`,
      )
      .prefault({}),
    otherwise: kind
      .describe(
        'What a value without an entry in `translate` is translated to. But if the value is nearly an entry, its row is rejected until the value is listed too: with other letters (`gel?scht` or `geloscht` for `gelöscht`: the encoding may be wrong), with other capitals, blanks or signs (`Gesperrt` for `gesperrt`), or as another word for the same yes or no (`Ja` for `J`).',
      )
      .exactOptional(),
    strict: flag
      .describe('true: a value without an entry in `translate` rejects the row.')
      .prefault(false),
  };
}

const words = {
  prepend: z
    .string()
    .describe('The text that is put before a value that is not empty.')
    .prefault(''),
  append: z
    .string()
    .describe('The text that is put after a value that is not empty, such as " kg".')
    .prefault(''),
  stripHtml: flag.describe('true: HTML is turned into plain text.').prefault(false),
  cut: flag
    .describe(
      "true: a text that is too long is cut at the API's limit and does not reject the row. Not for barcode and picture.",
    )
    .prefault(false),
};

const numberMeta = { title: 'number', type: ['number', 'string'] } as const;

/** What such a text must be, number-rules.ts says: a default may also be a key of `translate`. */
const numbers = {
  ...values(z.string().meta(numberMeta), '{ viel: 100, "-": 0 }'),
  rounding: z
    .enum(roundings)
    .describe(
      'If a number has more decimals than the API takes: none rejects the row, down removes them, up and nearest round the last digit that the API takes. In a `sum` each column is rounded separately, with `duplicates: sum` each row. Digits that a cell of a workbook holds but does not show never reject a row: with none they are rounded as with nearest, in a lead time as with up.',
    )
    .prefault('none'),
};

const stock = {
  sum: columnList
    .describe('Columns whose numbers are added up, such as one for each warehouse.')
    .exactOptional(),
  minus: columnList
    .describe(
      'Columns whose numbers are subtracted from `sum`, such as reserved quantities. A value below 0 rejects the row, because it would be added.',
    )
    .exactOptional(),
  buffer: z
    .string()
    .transform((text, context) => {
      const parsed = parseQuantity(text, plainNumbers);
      if ('thousandths' in parsed && parsed.thousandths >= 0) return parsed.thousandths;
      return refuse(context, 'must be a number such as 2 or 2.5');
    })
    .meta(numberMeta)
    .describe(
      'This quantity is subtracted from the number before it is sent; the result is never below 0.',
    )
    .prefault('0'),
};
/** What only the stock takes. */
export const stockKeys = Object.keys(stock);

/** A text is short for { column }. Named, so that schema and reference show each form once. */
function field(id: string, form: z.ZodType<WrittenField>) {
  return z
    .union([column, form])
    .transform((written, context): MappedField => {
      const short = typeof written === 'string';
      const mapped = mappedField(short ? { column: written, join: ' ' } : written);
      return typeof mapped === 'string' ? refuse(context, mapped) : mapped;
    })
    .meta({ id });
}

/** The key: a constant or a default would give every article the same number. */
export const keyField = field('KeyField', z.strictObject(origin));
export const textField = field(
  'TextField',
  z.strictObject({ ...origin, ...values(cell), ...words }),
);
export const numberField = field('NumberField', z.strictObject({ ...origin, ...numbers }));
export const stockField = field('StockField', z.strictObject({ ...origin, ...numbers, ...stock }));
/** Only true and false can come out of it, or the row is rejected. */
export const flagField = field(
  'FlagField',
  z.strictObject({ ...origin, ...values(flag.transform(String)) }),
);
