/** The words by what they have in common, in their order; without those that have none of it. */
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
