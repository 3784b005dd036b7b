/** How long a test waits for what comes by itself: long enough for a busy machine. */
export const soon = { timeout: 15_000 };
