import { z } from 'zod';
import { flagField, keyField, numberField, stockField, textField } from './field.ts';
import { column } from './kinds.ts';
import type { MappedField } from './mapped-field.ts';

/** Where attributes come from; all four may stand together. A named one counts before what the others find. */
export interface AttributesMapping {
  /** Attribute names and their fields, in the order of the file. */
  readonly named: readonly { readonly name: string; readonly field: MappedField }[];
  /** Columns that become attributes under their own names. */
  readonly columns: readonly string[];
  /** Every column that begins so becomes an attribute, named by the rest. */
  readonly prefix?: string;
  /** Columns that hold an attribute's name beside columns that hold its value. */
  readonly pairs: readonly AttributePair[];
}

/** `*` stands for any text, the same in all three: `Attribute * name` goes with `Attribute * value(s)`. */
export interface AttributePair {
  readonly name: string;
  readonly value: string;
  /** Written behind the value. */
  readonly unit?: string;
}

const pair = z
  .strictObject({
    name: column.describe(
      'The column with the name of the attribute; `*` stands for any text, such as a number.',
    ),
    value: column.describe('The column with its value, with the same `*`.'),
    unit: column.describe('The column with its unit, with the same `*`.').exactOptional(),
  })
  .refine(
    ({ name, value, unit = value }) =>
      [value, unit].every((other) => stars(other) === stars(name)) && stars(name) <= 1,
    { error: 'must have the same `*` in name, value and unit, at most one in each' },
  );

function stars(text: string): number {
  return text.split('*').length - 1;
}

/** `prefix` as a text, `columns` and `pairs` as lists are options; every other key is an attribute's name. */
const attributes = z
  .object({
    prefix: z
      .union([z.string().min(1, { error: 'must not be empty' }), textField])
      .describe(
        'Every column whose name begins with this text becomes an attribute; the rest of its name is the name of the attribute. If a row of XML, JSON or another tree does not have such an attribute, it counts as empty.',
      )
      .exactOptional(),
    columns: z
      .union([z.array(column), textField])
      .describe('Columns that become attributes with the names of the columns.')
      .exactOptional(),
    pairs: z
      .union([z.array(pair), textField])
      .describe(
        'Columns that hold the names of attributes, each with the column that holds the value. If a name is in a row twice, the first one with a value is sent; another value is reported with a note on the row.',
      )
      .exactOptional(),
  })
  .catchall(
    textField.describe(
      "The attribute of this name: a column's name, or a field. It is used instead of what `columns`, `prefix` and `pairs` find for the same name.",
    ),
  )
  .transform(({ prefix, columns, pairs, ...fields }): AttributesMapping => {
    const own = {
      ...fields,
      ...named('prefix', prefix),
      ...named('columns', columns),
      ...named('pairs', pairs),
    };
    return {
      named: Object.entries(own).map(([name, field]) => ({ name, field })),
      columns: Array.isArray(columns) ? columns : [],
      pairs: Array.isArray(pairs) ? pairs : [],
      ...(typeof prefix === 'string' ? { prefix } : {}),
    };
  });

/** An attribute that is really called `prefix`, `columns` or `pairs` is written { column: … }. */
function named(
  name: string,
  written: MappedField | string | readonly unknown[] | undefined,
): Record<string, MappedField> {
  return isField(written) ? { [name]: written } : {};
}

function isField(
  written: MappedField | string | readonly unknown[] | undefined,
): written is MappedField {
  return typeof written === 'object' && !Array.isArray(written);
}

const field = "A column's name, or a field.";

/** The API's field names (spec "Product (request fields)"): a closed list; prices are refused (fault 22). */
export const mapping = z.strictObject({
  externalId: keyField.describe(`The article number, which must never change. ${field}`),
  name: textField
    .describe(
      `At most 500 characters. A row without a name is rejected, unless its \`isActive\` is false: then the last sent name is sent again, and an article that the marketplace does not have is skipped. ${field}`,
    )
    .exactOptional(),
  description: textField.describe(`At most 8,000 characters. ${field}`).exactOptional(),
  categorySlug: textField
    .describe(
      `At most 200 characters. The marketplace accepts it but ignores it: categories are managed in the portal. ${field}`,
    )
    .exactOptional(),
  unitOfMeasure: textField
    .describe(`At most 50 characters; pcs, kg, liter and box are common. ${field}`)
    .exactOptional(),
  availableQty: stockField
    .describe(
      `From 0 to 9999999.999. If there is a stock source, the stock comes from it, and this value is sent only when the product is created. ${field}`,
    )
    .exactOptional(),
  minOrderQty: numberField
    .describe(`The smallest quantity that can be ordered. ${field}`)
    .exactOptional(),
  stepQty: numberField
    .describe(`The ordered quantity must be a multiple of it. ${field}`)
    .exactOptional(),
  leadTimeDays: numberField
    .describe(`The days between acceptance and dispatch, a whole number from 0 to 3,650. ${field}`)
    .exactOptional(),
  brand: textField.describe(`At most 255 characters. ${field}`).exactOptional(),
  barcode: textField
    .describe(`At most 100 characters; a value of zeros alone counts as empty. ${field}`)
    .exactOptional(),
  attributes: attributes
    .describe('The names of attributes and their columns, at most 100.')
    .exactOptional(),
  isActive: flagField
    .describe(
      `true or false after \`translate\`; false hides the product. If \`translate\` gives a usual word the opposite meaning (\`J: false\`), a value that it does not list rejects the row. ${field}`,
    )
    .exactOptional(),
  picture: textField
    .describe(
      `The path of the picture below \`catalog.pictures.folder\`, or below the folder of the source if \`catalog.pictures\` is not set. ${field}`,
    )
    .exactOptional(),
});
