/*
 * The feed reader as a machine. A state says what the last answer means for the next request.
 *
 *   starting ──page──→ paging ──last page──→ caughtUp ──page──→ paging …
 *      │                 │                      │
 *      └──── failed ─────┴──→ waiting ←─────────┘        (backoff, then the same request again)
 *                        └──→ cursorRefused              (asks by instant instead, then continues)
 *   Before orders.startFrom each answer leads to notBegun, which asks again at the next poll.
 */
export type FeedKind =
  | 'starting'
  | 'notBegun'
  | 'paging'
  | 'caughtUp'
  | 'waiting'
  | 'cursorRefused';

/**
 * pageWithMore, lastPage: stored · knownPage: as pageWithMore, but nothing in it was new, nor later than what was read before it · samePage: `hasMore` with the cursor that was sent, which would continue for ever ·
 * failed: no usable answer · refused: the cursor is of no use · tooEarly: the service is not at orders.startFrom yet.
 */
export type FeedEvent =
  | 'pageWithMore'
  | 'knownPage'
  | 'lastPage'
  | 'samePage'
  | 'failed'
  | 'refused'
  | 'tooEarly';

export interface FeedState {
  readonly kind: FeedKind;
  /** Failures in a row: the backoff. */
  readonly failures: number;
  /**
   * Refused cursors since the feed was last caught up: if the service refuses each of them, it is not asked without a
   * pause.
   */
  readonly refusals: number;
  /** Pages with more in a row that brought nothing new and led no further. */
  readonly knownPages: number;
}

export const firstFeedState: FeedState = {
  kind: 'starting',
  failures: 0,
  refusals: 0,
  knownPages: 0,
};

/** After a refused cursor known orders are read again, and so many pages of them may have been changed in one moment. */
const knownPagesMax = 20;
const knownGapMs = 1_000;

const afterPage = {
  pageWithMore: 'paging',
  knownPage: 'paging',
  lastPage: 'caughtUp',
  samePage: 'waiting',
  failed: 'waiting',
  tooEarly: 'notBegun',
} as const;

const feedTransitions: Record<FeedKind, Record<FeedEvent, FeedKind>> = {
  // A refused cursor falls back to an instant at once, but not right after the start or right after another refusal:
  // then there is a wait first.
  starting: { ...afterPage, refused: 'waiting' },
  notBegun: { ...afterPage, refused: 'waiting' },
  paging: { ...afterPage, refused: 'cursorRefused' },
  caughtUp: { ...afterPage, refused: 'cursorRefused' },
  waiting: { ...afterPage, refused: 'cursorRefused' },
  cursorRefused: { ...afterPage, refused: 'waiting' },
};

export function nextFeedState(state: FeedState, event: FeedEvent): FeedState {
  const kind = feedTransitions[state.kind][event];
  const isNews = event === 'pageWithMore' || event === 'lastPage';
  const progressed = isNews || event === 'knownPage' || event === 'tooEarly';
  const refused = event === 'refused' ? 1 : 0;
  return {
    kind,
    failures: progressed || kind === 'cursorRefused' ? 0 : state.failures + 1,
    refusals: event === 'lastPage' ? 0 : state.refusals + refused,
    knownPages: isNews ? 0 : state.knownPages + (event === 'knownPage' ? 1 : 0),
  };
}

/** The feed has been read to its end, or has not begun: as far as is known nothing is left to read. */
export function isAtEnd({ kind }: FeedState): boolean {
  return kind === 'caughtUp' || kind === 'notBegun';
}

/** A feed that always says that there is more is read on, because an order may come, but not without a pause. */
export function seemsEndless({ knownPages }: FeedState): boolean {
  return knownPages > knownPagesMax;
}

interface FeedPace {
  readonly pollEveryMs: number;
  readonly backoffMs: (failures: number) => number;
}

/** How long to wait before the next request; a nudge ends the wait at the end (turns.ts). */
export function waitBeforePage(state: FeedState, pace: FeedPace): number {
  switch (state.kind) {
    case 'starting':
      return 0;
    case 'paging':
      return seemsEndless(state) ? knownGapMs : 0;
    case 'caughtUp':
    case 'notBegun':
      return pace.pollEveryMs;
    case 'waiting':
      return pace.backoffMs(state.failures);
    case 'cursorRefused':
      return state.refusals <= 1 ? 0 : pace.backoffMs(state.refusals - 1);
  }
}
