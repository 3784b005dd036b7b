import type { Database } from './database.ts';

export interface RequestRow {
  readonly id: number;
  readonly lane: string;
  readonly intent: string;
  readonly idempotency_key: string;
  readonly order_id: string;
  readonly method: string;
  readonly path: string;
  readonly if_match: string | null;
  readonly body: Uint8Array | null;
  readonly body_sha256: string | null;
  readonly state: 'READY' | 'SENT' | 'ANSWERED' | 'PARKED';
  readonly attempts: number;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly answered_at: number | null;
  readonly status: number | null;
  readonly answer: string | null;
}

export interface NewRequest {
  /** One for each try of a command row. It is UNIQUE, so that no intent has two live keys (I4). */
  readonly intent: string;
  readonly key: string;
  readonly orderId: string;
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | null;
  readonly body: Uint8Array | null;
  readonly bodySha256: string | null;
  readonly at: number;
}

export interface StoredAnswer {
  readonly state: 'ANSWERED' | 'PARKED';
  readonly attempts: number;
  /** null: there was no answer; a read of the order showed what was done. */
  readonly status: number | null;
  /** The problem of a refusal as JSON; null after a success, whose body the spec does not show. */
  readonly answer: string | null;
  readonly at: number;
}

/** Order actions on their way: bytes and key are committed before the first byte leaves (I3). */
export function createOrderRequests(database: Database) {
  const insert = database.prepare(
    `INSERT INTO request (lane, intent, idempotency_key, order_id, method, path, if_match, body, body_sha256,
       state, created_at)
     VALUES ('orders', @intent, @key, @orderId, @method, @path, @ifMatch, @body, @bodySha256, 'READY', @at)`,
  );
  const byId = database.prepare<[number], RequestRow>('SELECT * FROM request WHERE id = ?');
  const sent = database.prepare(
    "UPDATE request SET state = 'SENT', sent_at = coalesce(sent_at, ?) WHERE id = ?",
  );
  const unsent = database.prepare(
    "UPDATE request SET state = 'READY', sent_at = NULL WHERE id = ?",
  );
  const renewed = database.prepare(
    'UPDATE request SET idempotency_key = @key, sent_at = @at WHERE id = @id',
  );
  const answered = database.prepare(
    `UPDATE request SET state = @state, attempts = attempts + @attempts, status = @status, answer = @answer,
       answered_at = @at WHERE id = @id`,
  );
  const countAttempts = database.prepare('UPDATE request SET attempts = attempts + ? WHERE id = ?');
  // The answer to a refusal may quote what the body told the buyer.
  const forget = database.prepare(
    `UPDATE request SET body = NULL, answer = NULL WHERE id IN (
       SELECT id FROM request WHERE answered_at < ? AND body IS NOT NULL LIMIT ?)`,
  );

  return {
    add: (request: NewRequest): number => Number(insert.run(request).lastInsertRowid),
    byId: (id: number): RequestRow | undefined => byId.get(id),
    /** From here on the outcome is unknown until an answer is stored. */
    markSent: (id: number, at: number): void => {
      sent.run(at, id);
    },
    /** Nothing has left under its key. */
    markUnsent: (id: number): void => {
      unsent.run(id);
    },
    /** Sent on under a new key, after an answer that proves that nothing was done under the one before (I4). */
    renewKey: (id: number, renewal: { key: string; at: number }): void => {
      renewed.run({ id, ...renewal });
    },
    storeAnswer: (id: number, answer: StoredAnswer): void => {
      answered.run({ id, ...answer });
    },
    countAttempts: (id: number, attempts: number): void => {
      countAttempts.run(attempts, id);
    },
    forget: (answeredBefore: number, most: number): number =>
      forget.run(answeredBefore, most).changes,
  };
}
