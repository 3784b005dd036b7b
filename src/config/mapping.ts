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
    name: column.describe('The column of the names; `*` stands for any text, such as a number.'),
    value: column.describe('The column of the values, with the same `*`.'),
    unit: column.describe('The column of the units, with the same `*`.').exactOptional(),
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
        'Every column that begins so becomes an attribute, named by the rest. What a row of XML, JSON or another tree lacks of them is empty.',
      )
      .exactOptional(),
    columns: z
      .union([z.array(column), textField])
      .describe('Columns that become attributes under their own names.')
      .exactOptional(),
    pairs: z
      .union([z.array(pair), textField])
      .describe(
        'Columns with names of attributes beside columns with their values. Of one name the first that has a value is sent; another value is told as a note on the row.',
      )
      .exactOptional(),
  })
  .catchall(
    textField.describe(
      "The attribute of this name: a column's name, or a field. It counts before what `columns`, `prefix` and `pairs` find under its name.",
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
  externalId: keyField.describe(`The article number, the same for ever. ${field}`),
  name: textField
    .describe(
      `At most 500 characters. A row without one is rejected, unless its \`isActive\` is false: then the name that was sent last is repeated, and an article that the marketplace does not have is skipped. ${field}`,
    )
    .exactOptional(),
  description: textField.describe(`At most 8,000 characters. ${field}`).exactOptional(),
  categorySlug: textField
    .describe(
      `At most 200 characters; taken by the marketplace and ignored: categories are managed in the portal. ${field}`,
    )
    .exactOptional(),
  unitOfMeasure: textField
    .describe(`At most 50 characters; pcs, kg, liter and box are common. ${field}`)
    .exactOptional(),
  availableQty: stockField
    .describe(`From 0 to 9999999.999. A stock source owns it where one exists. ${field}`)
    .exactOptional(),
  minOrderQty: numberField.describe(`The smallest quantity of an order. ${field}`).exactOptional(),
  stepQty: numberField.describe(`Ordered quantities are multiples of it. ${field}`).exactOptional(),
  leadTimeDays: numberField
    .describe(`Whole days from 0 to 3,650 between acceptance and dispatch. ${field}`)
    .exactOptional(),
  brand: textField.describe(`At most 255 characters. ${field}`).exactOptional(),
  barcode: textField.describe(`At most 100 characters. ${field}`).exactOptional(),
  attributes: attributes
    .describe('Names of attributes and their columns, at most 100.')
    .exactOptional(),
  isActive: flagField
    .describe(
      `true or false after \`translate\`; false hides the product. A table that turns a usual word round (\`J: false\`) stands alone: what it does not list is rejected. ${field}`,
    )
    .exactOptional(),
  picture: textField
    .describe(
      `The picture's path below \`catalog.pictures.folder\`, or below the source's folder where there is none. ${field}`,
    )
    .exactOptional(),
});
