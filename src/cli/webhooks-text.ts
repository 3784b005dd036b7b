import { shownValue } from '../domain/complaint.ts';
import { webhookEvents } from '../domain/webhook.ts';
import type { WebhookRecord } from '../webhooks/endpoint.ts';
import type { Registration } from '../webhooks/register.ts';
import type { TestedEndpoint } from '../webhooks/test-endpoint.ts';
import { table } from './output.ts';

export function endpointsText(endpoints: readonly WebhookRecord[]): string {
  if (endpoints.length === 0)
    return 'No endpoint is registered. stockhand webhooks register makes one.';
  return [recordsText(endpoints), ...endpoints.flatMap(stateText)].join('\n');
}

export function deliveriesText(deliveries: readonly WebhookRecord[]): string {
  return deliveries.length === 0 ? 'No delivery yet.' : recordsText(deliveries);
}

/** spec "Webhook endpoint and delivery". */
const states: Readonly<Record<string, (id: string) => string>> = {
  FAILING: (id) =>
    `${id} is FAILING: after five failed deliveries in a row it receives nothing more. See stockhand webhooks deliveries ${id}.`,
  DISABLED: (id) =>
    `${id} is DISABLED: it receives nothing. Put right what stockhand webhooks deliveries ${id} shows, then delete it and register again.`,
};

function stateText({ id, status }: WebhookRecord): string[] {
  const state = typeof status === 'string' && Object.hasOwn(states, status) && states[status];
  return state ? [state(shown(id))] : [];
}

export function registrationText(result: Registration): string {
  const { endpoint, next, notes } = result;
  const name = `endpoint ${shown(endpoint['id'])}, ${shown(endpoint['url'])}`;
  const details =
    result.outcome === 'registered'
      ? [
          `Registered: ${name}, events: ${shown(endpoint['events'])}.`,
          'Its secret is shown this once and kept nowhere:',
          '',
          `  ${result.secret}`,
          '',
        ]
      : [`Registered already, so nothing was sent: ${name}.`, ...missingText(result.missingEvents)];
  return [...details, next, ...notes].join('\n');
}

function missingText(events: readonly string[]): string[] {
  return events.length === 0 ? [] : [`It does not receive ${events.join(', ')}.`];
}

const heard = {
  verified: 'This Stockhand received it and verified its signature.',
  nothing: 'Nothing arrived at this Stockhand.',
};

export function testedText({ endpoint, success, report, here, next }: TestedEndpoint): string {
  const facts = Object.entries(report).map(([name, value]) => `${name} ${shown(value)}`);
  const details = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  const outcome = success ? 'was delivered' : 'was not delivered';
  const local =
    here?.kind === 'refused'
      ? `This Stockhand refused it: ${here.reason}.`
      : here && heard[here.kind];
  return [
    `The test.ping to endpoint ${endpoint} ${outcome}${details}.`,
    ...(local === undefined ? [] : [local]),
    ...(next === '' ? [] : [next]),
  ].join('\n');
}

const wideFrom = 40;

/** One column for each field, under the marketplace's own names; wide ones are last. */
function recordsText(records: readonly WebhookRecord[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names.map((name) => [name, ...records.map((record) => shown(record[name]))]);
  const isWide = (column: readonly string[]): boolean =>
    column.some((cell) => cell.length >= wideFrom);
  const sorted = [...columns.filter((each) => !isWide(each)), ...columns.filter(isWide)];
  return table(['', ...records].map((_, row) => sorted.map((column) => column[row] ?? '')));
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (Array.isArray(value))
    return isEvery(value) ? 'all' : value.map((each) => shown(each)).join(', ');
  return shownValue(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function isEvery(events: readonly unknown[]): boolean {
  return webhookEvents.every((event) => events.includes(event));
}
