import type { Parts } from './app.ts';
import type { SessionStory } from './catalog/requests/session-story.ts';
import type { Code } from './domain/codes.ts';
import type { PastRun } from './domain/facts.ts';
import { plainObject } from './domain/json.ts';
import { syncHistorySize } from './domain/limits.ts';
import { asSentence } from './domain/problem.ts';
import { isUnreadable, outcomeText } from './orders/outcome.ts';
import { readInTurn } from './read-in-turn.ts';

/** Both sides of what was imported: the marketplace's list of sync sessions, ours, and the local runs. */
export interface History {
  readonly marketplace:
    | { readonly sessions: readonly Readonly<Record<string, unknown>>[] }
    /** NO_ANSWER: nobody answered. */
    | { readonly failed: string; readonly code: Extract<Code, 'NO_ANSWER' | 'LIST_UNREADABLE'> };
  readonly sessions: readonly SessionStory[];
  readonly runs: readonly PastRun[];
}

const runsShown = 20;

/** The local part is reported even where the marketplace does not answer. */
export async function historyOf({ catalog, clock, door, signal }: Parts): Promise<History> {
  const queue = { clock, facts: door.exchange.facts };
  const read = await readInTurn(queue, signal, door.reads.syncHistory);
  const sessions = (await catalog?.sessions(syncHistorySize)) ?? [];
  const runs = (await catalog?.runs(runsShown)) ?? [];
  return { marketplace: marketplaceOf(read), sessions, runs };
}

type HistoryRead = Awaited<ReturnType<Parts['door']['reads']['syncHistory']>>;

function marketplaceOf(read: HistoryRead | { readonly stopped: string }): History['marketplace'] {
  if ('ok' in read) return { sessions: read.ok.map(plainObject) };
  const why = 'stopped' in read ? read.stopped : outcomeText(read.failed);
  const failed = asSentence(`The marketplace's list could not be read: ${why}`);
  const isAnswered =
    'stopped' in read || read.failed.kind === 'answer' || isUnreadable(read.failed);
  return { failed, code: isAnswered ? 'LIST_UNREADABLE' : 'NO_ANSWER' };
}
