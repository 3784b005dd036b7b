import { lastStep, plainName } from '../domain/column-name.ts';

type Words = ReadonlySet<string> | ReadonlyMap<string, unknown>;

/** Whether a column, or the last step of its path, has one of these words for its name. */
export function isNamedBy(words: Words, { name }: { readonly name: string }): boolean {
  return [name, lastStep(name)].some((one) => wordIn(words, plainName(one)) !== undefined);
}

/** The word itself, or its umlauts, where a program writes VERFUEGBAR and GELOESCHT. */
export function wordIn(words: Words, plain: string): string | undefined {
  return [plain, plain.replace(/([aou])e/g, '$1')].find((word) => words.has(word));
}
