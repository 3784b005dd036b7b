import type { HttpOutcome, HttpRequest } from '../../src/domain/exchange.ts';
import type { WebhookFacts } from '../../src/domain/facts.ts';
import { webhookCalls } from '../../src/marketplace/webhook-calls.ts';
import { createPortal } from '../../src/sending/portal.ts';
import type { WebhookDeps } from '../../src/webhooks/ports.ts';
import { answer, forever, openDoor } from '../sending/service.ts';

const place = '/api/v1/connect/webhooks';
export const url = 'https://erp.supplier.example/webhooks/marketplace';
export const secret = 'whsec_canary-of-the-room';

interface Endpoint {
  readonly id: number;
  readonly url: string;
  readonly [field: string]: unknown;
}

type Weather = (request: HttpRequest, tries: number) => HttpOutcome | 'lost' | undefined;

/** Webhook management over the real door on virtual time, towards a marketplace that keeps endpoints. */
export function openRoom(deps: Partial<WebhookDeps> = {}) {
  const endpoints: Endpoint[] = [];
  const notes: string[] = [];
  let weather: Weather = () => undefined;
  const door = openDoor({
    behave(request, seen) {
      const tries = seen.filter(({ request: other }) => other.method === request.method).length;
      const spoilt = weather(request, tries);
      if (spoilt !== undefined && spoilt !== 'lost') return spoilt;
      const done = work(endpoints, request);
      return spoilt === 'lost' ? { kind: 'none', cause: 'reset', detail: 'cut: ECONNRESET' } : done;
    },
  });
  const portal = createPortal(door);
  const room: WebhookDeps = {
    calls: webhookCalls,
    baseUrl: 'https://market.example',
    publicUrl: url,
    ask: (request) => portal.ask(request, forever),
    privateAddressesOf: async () => [],
    heard: async (): Promise<WebhookFacts | undefined> => undefined,
    now: () => door.clock.now(),
    note: (text, id) => void notes.push(`${text} ${id}`),
    ...deps,
  };
  return {
    deps: room,
    endpoints,
    notes,
    clock: door.clock,
    sent: () =>
      door.service.seen.map(
        ({ request }) => `${request.method} ${request.path.slice(place.length)}`,
      ),
    /** What stands in the way of the marketplace's own answer; `lost`: it is done, and the answer does not come. */
    spoil(by: Weather) {
      weather = by;
    },
    run: <Value>(does: (deps: WebhookDeps) => Promise<Value>) => door.clock.run(does(room)),
    /** What it throws, as a person is told it. */
    async failure(does: (deps: WebhookDeps) => Promise<unknown>) {
      const thrown: unknown = await door.clock.run(does(room).catch((cause: unknown) => cause));
      const { code, message, remedy } = thrown as { code: string; message: string; remedy: string };
      return { code, message, remedy };
    },
  };
}

export const body = (value: unknown, status = 200): HttpOutcome =>
  answer(status, { body: JSON.stringify(value) });

function work(endpoints: Endpoint[], { method, path, body: sent }: HttpRequest): HttpOutcome {
  const [, id, part] = path.slice(place.length).split('/');
  if (method === 'GET' && id === undefined) return body({ items: endpoints });
  if (method === 'POST' && id === undefined) {
    const wanted = JSON.parse(Buffer.from(sent!).toString()) as Omit<Endpoint, 'id'>;
    const made = { ...wanted, id: endpoints.length + 1, url: String(wanted['url']) };
    endpoints.push({ ...made, status: 'ACTIVE' });
    return body({ ...made, secret }, 201);
  }
  const at = endpoints.findIndex((endpoint) => String(endpoint.id) === id);
  if (at < 0) return answer(404, { type: 'NOT_FOUND', detail: `no endpoint ${id}` });
  if (part === 'test') return body({ success: true, statusCode: 204, responseTime: 35 });
  if (part === 'deliveries') return body([{ event: 'order.placed', status: 'FAILED' }]);
  endpoints.splice(at, 1);
  return answer(204);
}
