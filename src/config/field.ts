import { z } from 'zod';
import { parseQuantity, plainNumbers, roundings } from '../domain/quantity.ts';
import { cell, column, columnList, flag, refuse } from './kinds.ts';
import { type MappedField, mappedField, type WrittenField } from './mapped-field.ts';

const someText = { error: 'must not be empty' };

const origin = {
  column: column.describe('The column that holds the value.').exactOptional(),
  columns: columnList
    .describe('Several columns, joined by `join`; empty ones are left out.')
    .exactOptional(),
  join: z.string().describe('What stands between joined columns.').prefault(' '),
  template: z
    .string()
    .min(1, someText)
    .describe('A text with columns in braces, such as "{ArtNr}-{Farbe}".')
    .exactOptional(),
  expression: z
    .string()
    .min(1, someText)
    .describe(
      'A CEL expression over the row, such as \'row["ArtNr"] + "-" + row["Farbe"]\'; config/reference.md lists its functions under "Expressions".',
    )
    .exactOptional(),
  trim: flag.describe('Blanks at both ends are dropped.').prefault(true),
  replace: z
    .array(
      z.strictObject({
        from: cell.min(1, someText).describe('The plain text to look for.'),
        to: cell.describe('What stands there instead; "" removes it.'),
      }),
    )
    .describe('Plain texts to replace everywhere, in this order.')
    .prefault([]),
};

/** What a value may be given or become: any cell, a number, or for a switch true and false only. */
function values(kind: z.ZodType<string>, shown = '{ STK: pcs, KG: kg }') {
  return {
    constant: kind.describe('The same value for every row, instead of a column.').exactOptional(),
    default: kind
      .describe(
        'The value where the cell is empty. One that is a key of `translate` becomes what a cell with that text would; any other is the value itself, whatever `otherwise` and `strict` say.',
      )
      .exactOptional(),
    translate: z
      .record(z.string(), kind)
      .describe(
        `Values of the ERP and what they become, such as ${shown}. Others pass through. A true/false cell of a workbook, DBF or JSON is found by any word of yes or no (\`WAHR\`, \`oui\`, \`0\`), and rejects its row where none is listed; a number cell is found by its value (\`"1,00"\` for 1).`,
      )
      .prefault({}),
    otherwise: kind
      .describe(
        'What a value without an entry in `translate` becomes, instead of passing through. One that is an entry in other letters (`gel?scht` or `geloscht` for `gelöscht`: the encoding may be wrong), capitals, blanks or signs (`Gesperrt` for `gesperrt`), or says the same yes or no (`Ja` for `J`), rejects its row until it is listed, too.',
      )
      .exactOptional(),
    strict: flag
      .describe('A value without an entry in `translate` rejects the row.')
      .prefault(false),
  };
}

const words = {
  prepend: z.string().describe('Text before a value that is not empty.').prefault(''),
  append: z.string().describe('Text after a value that is not empty, such as " kg".').prefault(''),
  stripHtml: flag.describe('HTML becomes plain text.').prefault(false),
  cut: flag
    .describe(
      "A text that is too long is cut at the API's limit instead of rejecting the row. Not for barcode and picture.",
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
      'Digits that the API does not take: none rejects the row, down drops them, up and nearest round the last digit that it takes. Of a `sum` each column is rounded by itself, and under `duplicates: sum` each row. Digits that a cell of a workbook holds and does not show reject no row: without another rounding they go as under nearest, a lead time as under up.',
    )
    .prefault('none'),
};

const stock = {
  sum: columnList
    .describe('Columns that are added up, such as one for each warehouse.')
    .exactOptional(),
  minus: columnList
    .describe(
      'Columns that are taken off a `sum`, such as reserved quantities; a value below 0 rejects its row, for taken off it would be added.',
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
    .describe('Taken off the number before it is sent; the result is never below 0.')
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
