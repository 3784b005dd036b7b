import type { Condition, SourceConfig } from '../../config/declaration.ts';
import { type CellKind, kindOf, type Lookup } from '../../domain/cells.ts';
import { type Complaint, complaintOf, shownValue } from '../../domain/complaint.ts';
import { compiled, compiledPattern } from './compiled.ts';
import { doubtfulWord } from './doubtful-word.ts';
import { createListedWords, type Doubt, type ListedWords } from './listed-words.ts';

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
        : holdsFor(condition, lookup);
    if (holds !== true) return holds;
  }
  return true;
}

function holdsFor(condition: ColumnCondition, lookup: Lookup): boolean | Complaint {
  const { pattern, column, wanted } = condition;
  const text = (lookup(column) ?? '').trim();
  const kind = kindOf(text, { lookup, columns: [column] });
  const found =
    pattern === undefined
      ? wordsOf(condition).find(text, kind)
      : foundBy({ ...condition, pattern }, text, kind);
  if (found === undefined) return !wanted;
  if ('word' in found) return wanted;
  return doubtfulWord({ column, value: text, doubt: found }, 'where');
}

type ColumnCondition = Exclude<Condition, { expression: string }>;

const words = new WeakMap<ColumnCondition, ListedWords>();

function wordsOf(condition: ColumnCondition): ListedWords {
  const known =
    words.get(condition) ?? createListedWords(new Map(condition.values.map((word) => [word, ''])));
  words.set(condition, known);
  return known;
}

/**
 * A pattern that fits neither word of a true/false cell (`true`, `false`) was written for the words that a spreadsheet
 * shows.
 */
function foundBy(
  condition: ColumnCondition & { readonly pattern: string },
  text: string,
  kind: CellKind,
): { readonly word: string } | Doubt | undefined {
  const pattern = compiledPattern(condition);
  if (pattern.isIn(text)) return { word: text };
  const isOpen = kind === 'truth' && !pattern.isIn(opposites[text] ?? '');
  return isOpen ? { why: kind } : undefined;
}

/** The other word of a true/false cell, as formats write it. */
const opposites: Readonly<Record<string, string>> = {
  ...{ true: 'false', false: 'true', TRUE: 'FALSE', FALSE: 'TRUE' },
  ...{ T: 'F', F: 'T', t: 'f', f: 't', Y: 'N', N: 'Y', y: 'n', n: 'y' },
};

/** A text that is empty says no, as an empty cell of a tree does. `1` or `WAHR` of a cell may mean either. */
function isTrue(result: { text: string } | { fault: string }): boolean | Complaint {
  if ('fault' in result) return conditionFault(result.fault);
  const { text } = result;
  if (text === 'true' || text === 'false' || text === '') return text === 'true';
  return conditionFault(`gives "${shownValue(text)}", not true or false`);
}

/** It cannot be said whether the row is used: it is neither sent nor left out in silence, but rejected. */
function conditionFault(fault: string): Complaint {
  return complaintOf({ code: 'ROW_EXPRESSION', rule: `The condition of where: ${fault}.` });
}
