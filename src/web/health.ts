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
    ...folderReasons(facts),
    ...[facts.orders?.outbox.offline, facts.orders?.commands.offline].filter(
      (sentence) => sentence !== undefined,
    ),
  ]);
  return { ok: reasons.size === 0, reasons: [...reasons] };
}

function stops({ lanes }: StatusFacts['marketplace']): string[] {
  return lanes.flatMap(({ stopped }) => (stopped ? [stopped.sentence] : []));
}

function folderReasons({ catalog }: StatusFacts): string[] {
  const { sources = [], pictures } = catalog ?? {};
  const folders = [
    ...sources,
    ...(pictures === undefined ? [] : [{ ...pictures, name: 'pictures' }]),
  ];
  return folders
    .filter(({ state }) => state === 'offline')
    .map(({ name, sentence }) => `${name}: ${sentence}`);
}
