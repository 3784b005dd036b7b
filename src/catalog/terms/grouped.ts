/** The words grouped by a key, in their order; words without a key are left out. */
export function grouped<Key>(
  words: readonly string[],
  keyOf: (word: string) => Key | undefined,
): ReadonlyMap<Key | undefined, readonly string[]> {
  const groups = new Map<Key | undefined, string[]>();
  for (const word of words) {
    const key = keyOf(word);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  return groups;
}
