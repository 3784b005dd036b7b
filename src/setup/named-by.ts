import { lastStep, plainName } from '../domain/column-name.ts';

/** Whether a column, or the last step of its path, has one of these words for its name. */
export function isNamedBy(
  words: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  { name }: { readonly name: string },
): boolean {
  return words.has(plainName(name)) || words.has(plainName(lastStep(name)));
}
