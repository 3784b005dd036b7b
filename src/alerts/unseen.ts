import type { StatusFacts } from '../domain/facts.ts';
import { silences } from '../domain/silence.ts';

/** What a source tells only after it has lasted for ten minutes, or for some quiet times (`catalog/intake`). */
const lasting = /^(?:waits|restless|missed|gone)-/;
const lastsMs = 15 * 60_000;

interface Looking {
  readonly nowMs: number;
  /** How long this process has looked on. */
  readonly forMs: number;
}

/**
 * Whether a need that the process before has told may stand although this one does not see it: a start ends no silence,
 * brings no delivery and makes nothing new of what must last before it is told.
 */
export function isUnseen(
  known: Pick<StatusFacts, 'marketplace' | 'orders' | 'webhooks'>,
  { nowMs, forMs }: Looking,
): (id: string) => boolean {
  const { marketplace, webhooks } = known;
  const silent = new Set(silences(known, nowMs).map(({ id }) => id));
  const isUnheard = marketplace.lastAnswerAt === undefined;
  const isUndelivered = webhooks !== undefined && webhooks.lastAcceptedAt === undefined;
  return (id) =>
    silent.has(id) ||
    (isUnheard && /^(?:silent|stopped)-/.test(id)) ||
    (isUndelivered && id.startsWith('webhook-')) ||
    (forMs < lastsMs && lasting.test(id));
}
