const lookEveryMs = 50;

/** Waits on a condition, never on luck: answers what `look` gave as soon as that is neither undefined nor false. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
  waitMs = 80_000,
): Promise<Value> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`not within ${waitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
