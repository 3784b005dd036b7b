import { lastStep, plainName } from '../domain/column-name.ts';

/** Words as `plainName` makes them of names. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(plainName));
}

/** Whether a column has one of them for its name; of a path, its last step may be it. */
export function isNamedBy(
  words: ReadonlySet<string>,
  { name }: { readonly name: string },
): boolean {
  return words.has(plainName(name)) || words.has(plainName(lastStep(name)));
}
