import type { Complaint } from '../domain/complaint.ts';
import type { FirstRows } from './first-rows.ts';
import { keyGuess } from './key.ts';

/** When two keys have so many fields in common, that is no accident. */
const fieldsAlike = 2;

/**
 * `{"A1":{"sku":…},"A2":{"sku":…}}`, one JSON object with its elements by keys: NDJSON would take all of them for one
 * article, and the stock of A2 would go under A1. So the sample is refused, and this says why.
 */
export function elementsByKey(
  { format, rows, columns }: FirstRows,
  file: string,
): Complaint | undefined {
  const number = format === 'ndjson' && rows === 1 ? keyGuess(columns, 'products') : undefined;
  const steps = number?.columns[0]?.split('.') ?? [];
  const names = columns.map(({ name }) => name.split('.'));
  const at = steps.findIndex((_, place) => isOneOfKeys(names, { steps, place }));
  return at === -1 ? undefined : byKey(file, steps[at] ?? '');
}

/** Whether the article number, and a field beside it, also stand under another key at this step of their path. */
function isOneOfKeys(
  names: readonly (readonly string[])[],
  { steps, place }: { readonly steps: readonly string[]; readonly place: number },
): boolean {
  const known = new Set(names.map((name) => name.join('.')));
  const under = names.filter((name) => name[place] === steps[place]);
  const others = new Set(names.map((name) => name[place]));
  others.delete(steps[place]);
  return [...others].some((key = '') => {
    const isThere = (name: readonly string[]): boolean =>
      known.has(name.with(place, key).join('.'));
    return isThere(steps) && under.filter(isThere).length >= fieldsAlike;
  });
}

function byKey(file: string, key: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: `holds its elements under keys (${JSON.stringify(key)} is one of them) and not in a list.`,
    remedy: 'Export them as a list ([…]): in PHP use array_values(), in pandas orient="records".',
  };
}
