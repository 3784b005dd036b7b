import { shownValue } from '../domain/complaint.ts';
import { firstOf } from '../domain/counted.ts';
import { columnOf } from './answers.ts';
import type { Field } from './field-words.ts';
import { columnsText, type Guess } from './guess.ts';
import type { Interview } from './interview.ts';
import { keyRefusal } from './key.ts';
import type { Look } from './look.ts';
import { type Recognised, recognise, type Told } from './recognise.ts';

export function namesOf({ columns }: Look): readonly string[] {
  return columns.map(({ name }) => name).filter((name) => name !== '');
}

const asked: Readonly<Record<'products' | 'stock', readonly (readonly [Field, string])[]>> = {
  products: [
    ['externalId', 'Column of the article number'],
    ['name', 'Column of the name'],
    ['availableQty', 'Column of the stock (- for none)'],
  ],
  stock: [
    ['externalId', 'Column of the article number'],
    ['availableQty', 'Column of the stock'],
  ],
};

const none = '-';

/**
 * Each answer may free a column that another field was read from, or take it: so after each answer the rest is
 * recognised anew.
 */
export async function askColumns(
  interview: Interview,
  look: Look,
  first: Told,
): Promise<Recognised> {
  let told = first;
  let found = recognise(look.columns, told);
  for (const [field, text] of asked[told.kind ?? 'products']) {
    if (told.columns[field] !== undefined) continue;
    const proposal = columnProposal(found, field, told);
    const answer = await interview.ask({
      option: `--map ${field}=COLUMN`,
      text,
      proposal,
      unknown: ` (no column can be proposed${proposal === undefined ? whyNone(look, field, found) : ''}. Columns: ${shownColumns(look)})`,
      read: (typed) =>
        typed === proposal || (typed === none && isOptional(field, told))
          ? typed
          : columnOf(namesOf(look))(typed),
    });
    if (answer === proposal) continue;
    told = withAnswer(told, field, answer);
    found = recognise(look.columns, told);
  }
  return found;
}

/** Why no column can be proposed, as far as the sample shows it. */
function whyNone(look: Look, field: Field, { kind, guesses }: Recognised): string {
  if (look.rows === 0) return ': the sample has no rows; choose an export that has rows';
  const refusal = field === 'externalId' ? keyRefusal(look.columns, kind) : undefined;
  const reason = refusal ?? uncertainText(guesses.find((one) => one.field === field));
  return [
    ...(reason === undefined ? [] : [`: ${reason.replace(/\.$/, '')}`]),
    ...(field === 'externalId' ? [`. ${severalColumns}`] : []),
  ].join('');
}

/** As in a shop whose variants have no number: no answer to the question is right then. */
const severalColumns =
  'If only several columns together are the number, begin with a configuration of config/examples, such as shopify.yaml';

function uncertainText(found: Guess | undefined): string | undefined {
  return found === undefined ? undefined : `${shownValue(columnsText(found))}: ${found.reason}`;
}

const columnsShown = 40;

function shownColumns(look: Look): string {
  return firstOf(namesOf(look).map(shownValue), columnsShown);
}

function columnProposal({ guesses }: Recognised, field: Field, told: Told): string | undefined {
  const found = guesses.find((one) => one.field === field && one.isProposed);
  if (found !== undefined) return columnsText(found);
  return isOptional(field, told) ? none : undefined;
}

/** Products may do without a stock. */
function isOptional(field: Field, { kind }: Told): boolean {
  return field === 'availableQty' && kind !== 'stock';
}

function withAnswer(told: Told, field: Field, answer: string): Told {
  if (answer === none) return { ...told, without: [field] };
  return { ...told, columns: { ...told.columns, [field]: answer } };
}
