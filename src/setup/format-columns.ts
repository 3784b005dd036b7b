import { deletionMarks } from '../domain/deletion-mark.ts';
import { type Column, filledShare } from './column.ts';
import type { Steps } from './fit.ts';
import type { Format } from './format.ts';
import { type Guess, guess } from './guess.ts';
import type { Field } from './words.ts';

interface FormatColumn {
  readonly columns: readonly string[];
  readonly steps?: Steps;
  /** A column of some exports that says the same, and is read by its name where the sample has it and not the usual one. */
  readonly unless?: string;
}

/**
 * Columns of formats that name them always alike, where the usual names would lead to others. A mark of deletion (quirk
 * 37) is read also where the sample has none: the export that brings one would else keep the article on sale.
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
      : `${format} has it there`;
  return guess(field, first, { columns, steps, certainty: 'certain', reason });
}

function deletionReason(column: string, format: Format, isFilled: boolean): string {
  const reason = `what ${format} marks as deleted goes off sale`;
  return isFilled
    ? reason
    : `${reason}; not in this sample: an export that deletes an article has ${column}`;
}
