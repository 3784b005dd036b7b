import { Counter, Gauge, Registry } from 'prom-client';
import type { StatusFacts } from '../domain/facts.ts';

/** A value that is unknown is left out: 0 would be wrong. */
type Sample = readonly [value: number | undefined, labels?: Readonly<Record<string, string>>];

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * The facts as Prometheus text. Each answer has a registry of its own: all numbers are in the facts, and nothing of a
 * source or a lane that is gone stays behind.
 */
export function metricsText(facts: StatusFacts): Promise<string> {
  const registry = new Registry();
  const options = (name: string, help: string, samples: readonly Sample[]) => ({
    name,
    help,
    labelNames: [...new Set(samples.flatMap(([, labels = {}]) => Object.keys(labels)))],
    registers: [registry],
  });
  const gauge: Add = (name, help, samples) => {
    if (samples.every(([value]) => value === undefined)) return;
    const metric = new Gauge(options(name, help, samples));
    for (const [value, labels = {}] of samples) if (value !== undefined) metric.set(labels, value);
  };
  const counter: Add = (name, help, samples) => {
    const metric = new Counter(options(name, help, samples));
    for (const [value, labels = {}] of samples) if (value !== undefined) metric.inc(labels, value);
  };
  overall(facts, gauge);
  catalog(facts, gauge);
  orders(facts, gauge);
  marketplace(facts, gauge, counter);
  webhooks(facts, gauge, counter);
  return registry.metrics();
}

type Add = (name: string, help: string, samples: readonly Sample[]) => void;

function overall(facts: StatusFacts, gauge: Add): void {
  const states = ['inStep', 'working', 'needsYou', 'failing'];
  gauge('stockhand_info', 'The version that runs.', [
    [1, { version: facts.version, sandbox: String(facts.sandbox) }],
  ]);
  gauge(
    'stockhand_state',
    'The overall state: 1 for the present one.',
    states.map((state) => [state === facts.state ? 1 : 0, { state }]),
  );
  gauge('stockhand_needs_you', 'Things that wait for a person.', [[facts.needsYou.length]]);
  gauge('process_resident_memory_bytes', 'Memory of the process.', [[process.memoryUsage.rss()]]);
}

function catalog({ catalog: facts }: StatusFacts, gauge: Add): void {
  if (facts === undefined) return;
  const { known, confirmed, parked } = facts.products;
  gauge('stockhand_products', 'Products by what is known of them.', [
    [known, { kind: 'known' }],
    [confirmed, { kind: 'confirmed' }],
    [parked, { kind: 'parked' }],
  ]);
  gauge('stockhand_waiting_items', 'Catalogue items still to be sent.', [[facts.waitingItems]]);
  gauge('stockhand_held_items', 'Items that a brake holds.', [
    [facts.held.reduce((sum, { items }) => sum + items, 0)],
  ]);
  gauge(
    'stockhand_source_last_success_seconds',
    'When a source was last in step, epoch seconds.',
    facts.sources.map(({ name, lastSuccessAt }) => [seconds(lastSuccessAt), { source: name }]),
  );
}

function orders({ orders: facts }: StatusFacts, gauge: Add): void {
  if (facts === undefined) return;
  const { outbox, commands, feed } = facts;
  gauge('stockhand_order_files', 'Order files by state.', [
    [outbox.written, { state: 'written' }],
    [outbox.pending, { state: 'pending' }],
    [outbox.isNeverAcknowledged ? undefined : outbox.unacknowledged, { state: 'unacknowledged' }],
    [outbox.parked, { state: 'parked' }],
  ]);
  gauge('stockhand_commands', 'Order commands by outcome.', [
    [commands.done, { outcome: 'done' }],
    [commands.refused, { outcome: 'refused' }],
    [commands.waiting, { outcome: 'waiting' }],
  ]);
  gauge('stockhand_feed_last_poll_seconds', 'When the order feed was last read, epoch seconds.', [
    [seconds(feed.lastPollAt)],
  ]);
}

function marketplace({ marketplace: facts }: StatusFacts, gauge: Add, counter: Add): void {
  const { lanes } = facts;
  counter(
    'stockhand_requests_total',
    'Requests that left since the start.',
    Object.entries(facts.sent).map(([lane, sent]) => [sent, { kind: lane }]),
  );
  gauge(
    'stockhand_requests_waiting',
    'Requests that wait for their turn.',
    lanes.map(({ lane, waiting }) => [waiting, { kind: lane }]),
  );
  gauge(
    'stockhand_requests_stopped',
    '1 if a kind of request is stopped until a person acts.',
    lanes.map(({ lane, stopped }) => [stopped === undefined ? 0 : 1, { kind: lane }]),
  );
  gauge('stockhand_last_answer_seconds', 'When the marketplace last answered, epoch seconds.', [
    [seconds(facts.lastAnswerAt)],
  ]);
  gauge('stockhand_clock_skew_seconds', 'Our clock minus the clock of the marketplace.', [
    [seconds(facts.clockSkewMs)],
  ]);
}

function webhooks({ webhooks: facts }: StatusFacts, gauge: Add, counter: Add): void {
  if (facts === undefined) return;
  counter('stockhand_webhooks_total', 'Webhook posts since the start.', [
    [facts.accepted, { outcome: 'accepted' }],
    [facts.refused, { outcome: 'refused' }],
  ]);
  gauge(
    'stockhand_webhook_last_accepted_seconds',
    'When a webhook was last accepted, epoch seconds.',
    [[seconds(facts.lastAcceptedAt)]],
  );
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
