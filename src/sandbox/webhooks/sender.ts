import { bounds, limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { AddressRefused, checkAddress } from './address.ts';
import { postLetter, type Receipt } from './post.ts';
import type { DeliveryRow, EndpointRow } from './queue.ts';

export type Sender = { wake(): void; close(): Promise<void> };

const minuteMs = 60_000;
/** A timer in Node holds at most 2^31 - 1 ms. */
const longestTimerMs = 2_000_000_000;

/**
 * Sends what is due, at most ten at a time, and sleeps until the next is. Time is the sandbox's:
 * on a fast clock the ten-hour schedule passes in seconds.
 */
export function createSender(market: Market): Sender {
  const stopped = new AbortController();
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const wake = () => {
    if (stopped.signal.aborted || timer !== undefined) return;
    // Not at once: the change that queued the event must be committed first.
    timer = setTimeout(look, 0);
  };
  const look = () => {
    timer = undefined;
    if (stopped.signal.aborted) return;
    for (const delivery of due(market, underWay)) {
      const done = deliver(market, delivery, stopped.signal).finally(() => {
        underWay.delete(delivery.id);
        restart();
      });
      underWay.set(delivery.id, done);
    }
    const next = nextDue(market, underWay);
    if (next === undefined || underWay.size >= bounds.deliveriesAtOnce) return;
    timer = setTimeout(look, Math.min(market.clock.realDelayMs(next), longestTimerMs));
  };
  const restart = () => {
    clearTimeout(timer);
    timer = undefined;
    wake();
  };
  market.clock.onChange(restart);
  return {
    wake: restart,
    close: async () => {
      stopped.abort();
      clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}

function due(market: Market, underWay: ReadonlyMap<number, unknown>): DeliveryRow[] {
  const rows = market.store.all<DeliveryRow>(
    `SELECT * FROM deliveries WHERE nextAttemptAt IS NOT NULL AND nextAttemptAt <= ?
     ORDER BY nextAttemptAt, id LIMIT ?`,
    market.clock.nowMs(),
    2 * bounds.deliveriesAtOnce,
  );
  const free = bounds.deliveriesAtOnce - underWay.size;
  return rows.filter((row) => !underWay.has(row.id)).slice(0, free);
}

function nextDue(market: Market, underWay: ReadonlyMap<number, unknown>): number | undefined {
  const rows = market.store.all<{ id: number; nextAttemptAt: number }>(
    `SELECT id, nextAttemptAt FROM deliveries WHERE nextAttemptAt IS NOT NULL
     ORDER BY nextAttemptAt, id LIMIT ?`,
    underWay.size + 1,
  );
  return rows.find((row) => !underWay.has(row.id))?.nextAttemptAt;
}

async function deliver(market: Market, delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
  const endpoint = findEndpoint(market, delivery.endpointId);
  if (!endpoint) return finish(market, delivery, { status: 'FAILED', excerpt: 'it was deleted' });
  const receipt = await attempt(market, { endpoint, ...delivery }, signal);
  if (signal.aborted) return;
  market.store.transaction(() => record(market, delivery, receipt));
}

type Attempt = { endpoint: EndpointRow; event: string; body: string };

/** undefined: the address is not allowed, which no retry can mend. */
export async function attempt(
  market: Market,
  { endpoint, event, body }: Attempt,
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  try {
    const target = await checkAddress(endpoint.url, market.settings.allowLoopbackWebhooks);
    const letter = { target, secret: endpoint.secret, event, body };
    const timeoutsMs = market.settings.webhookTimeoutsMs;
    // Signed with wall time: the receiver compares it with its own clock, which does not run fast.
    return await postLetter(letter, { nowMs: market.clock.wallMs(), timeoutsMs, signal });
  } catch (error) {
    if (error instanceof AddressRefused) return undefined;
    throw error;
  }
}

function record(market: Market, delivery: DeliveryRow, receipt: Receipt | undefined): void {
  const succeeded = receipt !== undefined && receipt.status >= 200 && receipt.status < 300;
  const attempts = delivery.attempts + 1;
  // It may have been under way when its endpoint was disabled, which receives nothing further.
  const isDisabled = findEndpoint(market, delivery.endpointId)?.status === 'DISABLED';
  const isLast = receipt === undefined || attempts >= limits.deliveryAttempts || isDisabled;
  const excerpt = receipt?.excerpt ?? 'the address is not allowed';
  if (succeeded) {
    finish(market, delivery, { status: 'DELIVERED', responseStatus: receipt.status, excerpt });
    recover(market, delivery.endpointId);
    return;
  }
  if (isLast)
    finish(market, delivery, { status: 'FAILED', responseStatus: receipt?.status, excerpt });
  else retryLater(market, delivery, receipt);
  if (isLast || market.settings.open.failureCounts === 'attempts') {
    countFailure(market, delivery.endpointId);
  }
}

/** The delay after failure n is 5^n minutes (spec "Retry policy"). */
function retryLater(market: Market, delivery: DeliveryRow, receipt: Receipt): void {
  const attempts = delivery.attempts + 1;
  const now = market.clock.nowMs();
  market.store.run(
    `UPDATE deliveries SET status = 'RETRYING', attempts = ?, nextAttemptAt = ?, lastAttemptAt = ?,
     responseStatus = ?, responseExcerpt = ? WHERE id = ?`,
    attempts,
    now + 5 ** attempts * minuteMs,
    now,
    receipt.status || null,
    receipt.excerpt,
    delivery.id,
  );
}

type End = {
  status: 'DELIVERED' | 'FAILED';
  /** Absent or 0: no response came. */
  responseStatus?: number | undefined;
  excerpt: string;
};

function finish(market: Market, delivery: DeliveryRow, end: End): void {
  market.store.run(
    `UPDATE deliveries SET status = ?, attempts = ?, nextAttemptAt = NULL, lastAttemptAt = ?,
     responseStatus = ?, responseExcerpt = ? WHERE id = ?`,
    end.status,
    delivery.attempts + 1,
    market.clock.nowMs(),
    end.responseStatus || null,
    end.excerpt,
    delivery.id,
  );
}

/** Spec "Webhook endpoint and delivery": FAILING at the first failure, DISABLED at the fifth in a row. */
function countFailure(market: Market, endpointId: number): void {
  market.store.run(
    `UPDATE endpoints SET failures = failures + 1,
     status = CASE WHEN failures + 1 >= ? THEN 'DISABLED' ELSE 'FAILING' END WHERE id = ?`,
    limits.disableAfterFailures,
    endpointId,
  );
  market.store.run(
    `UPDATE deliveries SET status = 'FAILED', nextAttemptAt = NULL
     WHERE endpointId = ? AND nextAttemptAt IS NOT NULL
       AND (SELECT status FROM endpoints WHERE id = ?) = 'DISABLED'`,
    endpointId,
    endpointId,
  );
}

function recover(market: Market, endpointId: number): void {
  market.store.run(
    "UPDATE endpoints SET failures = 0, status = 'ACTIVE' WHERE id = ? AND status = 'FAILING'",
    endpointId,
  );
}

export function findEndpoint(market: Market, id: number): EndpointRow | undefined {
  return market.store.get<EndpointRow>(
    'SELECT * FROM endpoints WHERE id = ? AND deletedAt IS NULL',
    id,
  );
}
