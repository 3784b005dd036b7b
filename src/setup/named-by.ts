import { lastStep, plainName } from '../domain/column-name.ts';

/** Whether a column has one of them for its name; of a path, its last step may be it. */
export function isNamedBy(
  words: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  { name }: { readonly name: string },
): boolean {
  return words.has(plainName(name)) || words.has(plainName(lastStep(name)));
}
