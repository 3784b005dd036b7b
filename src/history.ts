import type { Parts } from './app.ts';
import type { SessionStory } from './catalog/requests/session-story.ts';
import type { PastRun } from './domain/facts.ts';
import { plainObject } from './domain/json.ts';
import { syncHistorySize } from './domain/limits.ts';

/** Both sides of what was imported: the marketplace's list of sync sessions, ours, and the local runs. */
export interface History {
  readonly marketplace:
    | { readonly sessions: readonly Readonly<Record<string, unknown>>[] }
    | { readonly failed: string };
  readonly sessions: readonly SessionStory[];
  readonly runs: readonly PastRun[];
}

const runsShown = 20;

/** The local part is reported even where the marketplace does not answer. */
export async function historyOf({ catalog, door, signal }: Parts): Promise<History> {
  const read = await door.reads.syncHistory({ lane: 'background', signal });
  const sessions = (await catalog?.sessions(syncHistorySize)) ?? [];
  const runs = (await catalog?.runs(runsShown)) ?? [];
  return { marketplace: marketplaceOf(read), sessions, runs };
}

type Read = Awaited<ReturnType<Parts['door']['reads']['syncHistory']>>;

function marketplaceOf(read: Read): History['marketplace'] {
  if ('ok' in read) return { sessions: read.ok.map(plainObject) };
  const { failed } = read;
  const why =
    failed.kind === 'none' ? failed.detail : `it answered ${failed.status} ${failed.problem?.type}`;
  return { failed: `The marketplace's list could not be read: ${why}.` };
}
