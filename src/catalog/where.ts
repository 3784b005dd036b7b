import type { Condition, SourceConfig } from '../config/declaration.ts';
import type { Lookup } from '../domain/cells.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import { compiled, compiledPattern } from './compiled.ts';
import type { Spellings } from './spellings.ts';
import { createSpellings } from './spellings.ts';

export function columnsOfCondition(condition: Condition): readonly string[] {
  return 'expression' in condition ? condition.columns : [condition.column];
}

/** Whether `where` of the source uses the row; a complaint where a condition cannot say it. */
export function isWanted(
  { where, numberStyle }: Pick<SourceConfig, 'where' | 'numberStyle'>,
  lookup: Lookup,
): boolean | Complaint {
  for (const condition of where) {
    const holds =
      'expression' in condition
        ? isTrue(compiled(condition, numberStyle).evaluate(lookup))
        : holdsFor(condition, (lookup(condition.column) ?? '').trim());
    if (holds !== true) return holds;
  }
  return true;
}

function holdsFor(condition: ColumnCondition, text: string): boolean | Complaint {
  const { pattern, values, wanted } = condition;
  if (pattern !== undefined)
    return compiledPattern({ ...condition, pattern }).isIn(text) === wanted;
  if (values.includes(text)) return wanted;
  const [meant] = spellingsOf(condition).find(text);
  return meant === undefined ? !wanted : otherLetters(condition.column, text, meant);
}

type ColumnCondition = Exclude<Condition, { expression: string }>;

const spellings = new WeakMap<ColumnCondition, Spellings>();

function spellingsOf(condition: ColumnCondition): Spellings {
  const known = spellings.get(condition) ?? createSpellings(condition.values);
  spellings.set(condition, known);
  return known;
}

/** In another encoding every discontinued article would pass, or none would be left (fault 6). */
function otherLetters(column: string, value: string, meant: string): Complaint {
  return {
    code: 'ROW_CHARACTER',
    column,
    value,
    rule: `is "${meant}" of where: in other letters, so it is in doubt whether the row is used.`,
    remedy:
      'Correct encoding: of the source, or the text in the ERP; where it is another value, write the condition as expression:.',
  };
}

function isTrue(result: { text: string } | { fault: string }): boolean | Complaint {
  return 'fault' in result ? conditionFault(result.fault) : result.text === 'true';
}

/** A row of which it cannot be said whether it is used: never sent, never left out in silence. */
function conditionFault(fault: string): Complaint {
  const { remedy } = codes.ROW_EXPRESSION;
  return { code: 'ROW_EXPRESSION', rule: `The condition of where: ${fault}.`, remedy };
}
