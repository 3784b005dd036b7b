/** What is costly to read is read anew only where the key is another one than last time. */
export function createKept<Value>(read: () => Value): (key: unknown) => Value {
  let kept: { readonly key: string; readonly value: Value } | undefined;
  return (key) => {
    const now = JSON.stringify(key);
    if (kept?.key !== now) kept = { key: now, value: read() };
    return kept.value;
  };
}
