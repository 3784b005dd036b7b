import { kindOf, type Look } from '../../src/alerts/ledger.ts';
import type { NeedsYou } from '../../src/domain/facts.ts';

/** A need as the page would show it. */
export function need(id: string): NeedsYou {
  return {
    id,
    what: `What of ${id}.`,
    cause: `Cause of ${id}.`,
    effect: `Effect of ${id}.`,
    fix: `Fix of ${id}.`,
  };
}

/** These stand since a while, and no others. */
export function look(...ids: readonly string[]): Look {
  return {
    standing: ids.map((id) => ({ need: need(id), sinceMs: 0 })),
    kinds: new Set(ids.map(kindOf)),
  };
}
