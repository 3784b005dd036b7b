import type { HeldFacts } from '../domain/facts.ts';
import type { HoldRow } from '../store/plans.ts';

export function heldFacts({ id, source, run, sentence, items, since }: HoldRow): HeldFacts {
  return { id: String(id), source, run, sentence, items, since: new Date(since).toISOString() };
}
