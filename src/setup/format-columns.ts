import { deletionMarks } from '../domain/deletion-mark.ts';
import { type Column, filledShare } from './column.ts';
import type { Field } from './field-words.ts';
import type { Steps } from './fit.ts';
import type { Format } from './format.ts';
import { type Guess, guess } from './guess.ts';

interface FormatColumn {
  readonly columns: readonly string[];
  readonly steps?: Steps;
  /**
   * A column that says the same in some exports. If the sample has it and not the usual one, it is read by its name.
   */
  readonly unless?: string;
}

/**
 * Columns of formats with fixed names, where usual names would lead to other columns. A mark of deletion (quirk 37) is
 * mapped even if the sample has none: otherwise an article that a later export deletes would stay on sale.
 */
const formatColumns: Readonly<
  Partial<Record<Format, Readonly<Partial<Record<Field, FormatColumn>>>>>
> = {
  bmecat: {
    externalId: { columns: ['SUPPLIER_ID'] },
    isActive: {
      columns: deletionMarks.bmecat,
      steps: {
        translate: { new: 'true', update: 'true', delete: 'false' },
        default: 'true',
      },
    },
  },
  commerceml: {
    externalId: { columns: ['Ид'] },
    isActive: {
      columns: [deletionMarks.commerceml[0]],
      steps: { translate: { Удален: 'false' }, otherwise: 'true', default: 'true' },
      unless: deletionMarks.commerceml[1],
    },
  },
  datanorm: {
    name: { columns: ['Kurztext1', 'Kurztext2'] },
    isActive: {
      columns: deletionMarks.datanorm,
      steps: { translate: { N: 'true', A: 'true', L: 'false', X: 'false' }, default: 'true' },
    },
  },
  gdsn: {
    isActive: {
      columns: deletionMarks.gdsn,
      steps: { translate: { false: 'true', true: 'false' } },
    },
  },
};

/** What the format says of a field, whatever the sample holds. */
export function formatGuess(
  field: Field,
  format: Format,
  sample: readonly Column[],
): Guess | undefined {
  const { columns = [], steps = {}, unless = '' } = formatColumns[format]?.[field] ?? {};
  const [first] = columns;
  const isFilled = (name: string) =>
    sample.some((column) => column.name === name && filledShare(column) > 0);
  if (first === undefined || (!isFilled(first) && isFilled(unless))) return undefined;
  const reason =
    field === 'isActive'
      ? deletionReason(first, format, isFilled(first))
      : `its place in ${format}`;
  return guess(field, first, { columns, steps, certainty: 'certain', reason });
}

function deletionReason(column: string, format: Format, isFilled: boolean): string {
  const reason = `an article that ${format} marks as deleted is taken off sale`;
  return isFilled
    ? reason
    : `${reason}; this sample does not have ${column}; an export that deletes an article has it`;
}
