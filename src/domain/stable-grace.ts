/** `run --once` waits for a file its quiet time and this much more (contract.md section 2). */
export const stableGraceMs = 60_000;
