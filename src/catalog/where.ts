import type { Condition, SourceConfig } from '../config/declaration.ts';
import type { Lookup } from '../domain/cells.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import { compiled, compiledPattern } from './compiled.ts';

export function columnsOfCondition(condition: Condition): readonly string[] {
  return 'expression' in condition ? condition.columns : [condition.column];
}

/** Whether `where` of the source uses the row; a fault where a condition cannot say it. */
export function isWanted(
  { where, numberStyle }: Pick<SourceConfig, 'where' | 'numberStyle'>,
  lookup: Lookup,
): boolean | { readonly fault: string } {
  for (const condition of where) {
    const holds =
      'expression' in condition
        ? isTrue(compiled(condition, numberStyle).evaluate(lookup))
        : holdsFor(condition, (lookup(condition.column) ?? '').trim());
    if (holds !== true) return holds;
  }
  return true;
}

function holdsFor(condition: Exclude<Condition, { expression: string }>, text: string): boolean {
  const { pattern, values, wanted } = condition;
  const fits =
    pattern === undefined
      ? values.includes(text)
      : compiledPattern({ ...condition, pattern }).isIn(text);
  return fits === wanted;
}

function isTrue(result: { text: string } | { fault: string }): boolean | { fault: string } {
  return 'fault' in result ? result : result.text === 'true';
}

/** A row of which it cannot be said whether it is used: never sent, never left out in silence. */
export function conditionFault(fault: string): Complaint {
  const { remedy } = codes.ROW_EXPRESSION;
  return { code: 'ROW_EXPRESSION', rule: `The condition of where: ${fault}.`, remedy };
}
