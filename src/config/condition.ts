import { z } from 'zod';
import { parseExpression } from '../expression/expression.ts';
import { parsePattern } from '../expression/pattern.ts';
import { cell, column, flag, refuse } from './kinds.ts';

/**
 * A row is used where `values` holding the trimmed cell, or the cell holding a match of `pattern`, equals `wanted`; an
 * empty cell is "". All conditions must hold.
 */
interface ColumnCondition {
  readonly column: string;
  readonly values: readonly string[];
  readonly pattern?: string;
  readonly wanted: boolean;
}

/** A row is used where the expression is true. */
interface ExpressionCondition {
  readonly expression: string;
  readonly columns: readonly string[];
}

export type Condition = ColumnCondition | ExpressionCondition;

const pattern = cell.superRefine((written, context) => {
  const parsed = parsePattern(written);
  if ('fault' in parsed) context.addIssue({ code: 'custom', message: parsed.fault });
});

const tests = {
  equals: cell.describe('Rows with this value are used.').exactOptional(),
  notEquals: cell.describe('Rows with this value are left out.').exactOptional(),
  in: z.array(cell).describe('Rows with one of these values are used.').exactOptional(),
  notIn: z.array(cell).describe('Rows with one of these values are left out.').exactOptional(),
  matches: pattern
    .describe(
      'Rows are used if this pattern (RE2) matches a part of the value; ^ and $ stand for its beginning and end.',
    )
    .exactOptional(),
  notMatches: pattern
    .describe('Rows are left out if this pattern matches a part of the value.')
    .exactOptional(),
  empty: flag
    .describe('true: rows with an empty cell are used; false: all other rows.')
    .exactOptional(),
  notEmpty: flag
    .describe('true: rows with a cell that is not empty are used; false: all other rows.')
    .exactOptional(),
};

const condition = z
  .strictObject({
    column: column.describe('The column whose value is compared.').exactOptional(),
    ...tests,
    expression: z
      .string()
      .describe(
        'Instead of a column: rows are used if this CEL expression is true for them, left out if it is false or an empty text, and rejected if it is anything else; config/reference.md lists the functions under "Expressions".',
      )
      .exactOptional(),
  })
  .refine(isOne, {
    error:
      'must have a column and one of equals, notEquals, in, notIn, matches, notMatches, empty and notEmpty, or an expression alone',
  })
  .transform((written, context): Condition => {
    const { column = '', expression } = written;
    if (expression === undefined) return { column, ...testOf(written) };
    const parsed = parseExpression(expression);
    return 'fault' in parsed
      ? refuse(context, `has an expression that ${parsed.fault}`)
      : { expression, columns: parsed.columns };
  });

function isOne(written: object): boolean {
  const keys = Object.keys(written);
  return 'expression' in written ? keys.length === 1 : 'column' in written && keys.length === 2;
}

type Written = z.output<z.ZodObject<typeof tests>>;

function testOf(written: Written): Omit<ColumnCondition, 'column'> {
  const { equals, notEquals, matches, notMatches, empty, notEmpty } = written;
  if (equals !== undefined) return { values: [equals], wanted: true };
  if (notEquals !== undefined) return { values: [notEquals], wanted: false };
  if (written.in !== undefined) return { values: written.in, wanted: true };
  if (written.notIn !== undefined) return { values: written.notIn, wanted: false };
  if (matches !== undefined) return { values: [], pattern: matches, wanted: true };
  if (notMatches !== undefined) return { values: [], pattern: notMatches, wanted: false };
  return { values: [''], wanted: empty ?? notEmpty === false };
}

export const where = z
  .union([condition, z.array(condition)])
  .transform((written) => (Array.isArray(written) ? written : [written]));
