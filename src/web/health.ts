import type { StatusFacts } from '../domain/facts.ts';

/** A feed that is read every minute and an API that answers: three times as long is not chance. */
const silenceMaxMs = 5 * 60_000;

export interface Health {
  readonly ok: boolean;
  /** Plain sentences; empty when all is well. */
  readonly reasons: readonly string[];
}

/** What `/healthz` says: the truth about the last success, not that a process lives (lessons 24, fault 104). */
export function health(facts: StatusFacts, nowMs: number): Health {
  const reasons = new Set([
    ...(facts.state === 'failing' ? [facts.sentence] : []),
    ...marketplaceReasons(facts.marketplace, nowMs),
    ...sourceReasons(facts),
    ...orderReasons(facts, nowMs),
  ]);
  return { ok: reasons.size === 0, reasons: [...reasons] };
}

function marketplaceReasons(
  { lanes, lastAnswerAt = 0, lastFailure }: StatusFacts['marketplace'],
  nowMs: number,
): string[] {
  const stopped = lanes.flatMap(({ stopped }) => (stopped ? [stopped.sentence] : []));
  const silent =
    lastFailure !== undefined &&
    lastFailure.at > lastAnswerAt &&
    nowMs - lastAnswerAt > silenceMaxMs;
  return silent ? [...stopped, lastFailure.sentence] : stopped;
}

function sourceReasons({ catalog }: StatusFacts): string[] {
  const offline = (catalog?.sources ?? []).filter(({ state }) => state === 'offline');
  return offline.map(({ name, sentence }) => `${name}: ${sentence}`);
}

function orderReasons({ orders }: StatusFacts, nowMs: number): string[] {
  if (orders === undefined) return [];
  const { feed, outbox } = orders;
  const late =
    feed.state !== 'paused' &&
    feed.lastPollAt !== undefined &&
    nowMs - feed.lastPollAt > silenceMaxMs;
  return [
    ...(outbox.offline === undefined ? [] : [outbox.offline]),
    ...(late
      ? [`Orders were last read ${Math.floor((nowMs - feed.lastPollAt) / 60_000)} minutes ago.`]
      : []),
  ];
}
