import type { SessionRow } from '../../store/sessions.ts';

/** A sync session of the marketplace that this Stockhand opened around one import. */
export interface SessionStory {
  readonly run: number;
  readonly source: string;
  /** Items to send when it began. */
  readonly items: number;
  /**
   * unknown: whether the marketplace opened one was never answered, or it would not end it. refused: it would not open
   * one; the import went on without.
   */
  readonly state: 'starting' | 'running' | 'ending' | 'ended' | 'unknown' | 'refused';
  readonly sessionId: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly answer: string | null;
}

export function sessionStory(row: SessionRow): SessionStory {
  const { run, source, items, state, session_id, started_at, ended_at, answer } = row;
  return {
    run,
    source,
    items,
    state: state.toLowerCase() as SessionStory['state'],
    sessionId: session_id,
    startedAt: new Date(started_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    answer,
  };
}
