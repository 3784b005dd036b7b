import type { StatusFacts } from '../domain/facts.ts';
import { silences } from '../domain/silence.ts';

interface Health {
  readonly ok: boolean;
  /** Plain sentences; empty when all is well. */
  readonly reasons: readonly string[];
}

/** What `/healthz` says: whether the work succeeds, and not only that the process lives (lessons 24). */
export function health(facts: StatusFacts, nowMs: number): Health {
  const reasons = new Set([
    ...(facts.state === 'failing' ? [facts.sentence] : []),
    ...stops(facts.marketplace),
    ...silences(facts, nowMs).map(({ cause }) => cause),
    ...sourceReasons(facts),
    ...(facts.orders?.outbox.offline === undefined ? [] : [facts.orders.outbox.offline]),
  ]);
  return { ok: reasons.size === 0, reasons: [...reasons] };
}

function stops({ lanes }: StatusFacts['marketplace']): string[] {
  return lanes.flatMap(({ stopped }) => (stopped ? [stopped.sentence] : []));
}

function sourceReasons({ catalog }: StatusFacts): string[] {
  const offline = (catalog?.sources ?? []).filter(({ state }) => state === 'offline');
  return offline.map(({ name, sentence }) => `${name}: ${sentence}`);
}
