/** What happened, in a sentence; the ids of one way, up or down, only grow. */
export interface LoggedEvent {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly part: string;
  readonly text: string;
}

/** As the databases keep it, `at` in epoch ms. */
export type EventRow = Omit<LoggedEvent, 'at'> & { readonly at: number };

export const loggedEvent = (row: EventRow): LoggedEvent => ({
  ...row,
  at: new Date(row.at).toISOString(),
});
