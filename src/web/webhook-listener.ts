import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebhooksConfig } from '../config/declaration.ts';
import type { Clock } from '../domain/clock.ts';
import { shownValue } from '../domain/complaint.ts';
import { addressMatcher } from './address.ts';
import { eventOf, headerValues, looksLikeDelivery, refuseEarly } from './delivery.ts';
import { openListener } from './listener.ts';
import type { ServerLimits } from './server.ts';
import { signatureHeader, verify, wrongSecretForm } from './signature.ts';
import { type WebhookListenerFacts, WebhookTally } from './webhook-tally.ts';
import { clockTrouble, secretTrouble } from './webhook-trouble.ts';

/** A delivery is a pointer of a few hundred bytes (spec "Envelope"). */
const bodyBytesMax = 64 * 1024;

const limits: Omit<ServerLimits, 'isProxy'> = {
  headerBytesMax: 8 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  keepAliveMs: 5_000,
  connectionsMax: 256,
  // A batch of 50 order actions has 50 events at once (spec "Limits"), and one that is cut counts as failed.
  connectionsPerAddressMax: 50,
};

export interface WebhookDeps {
  readonly clock: Clock;
  /**
   * Wakes the feed loop, at once and without waiting; called after the answer has left. `event` may be unknown or ''.
   */
  onHint(event: string): void;
  /** A line for the log, once a minute at most. */
  note(text: string): void;
  /** Each delivery and refusal, for whoever looks on now. */
  told(text: string): void;
}

type WebhookSettings = Pick<
  WebhooksConfig,
  'listen' | 'path' | 'secrets' | 'trustedProxies' | 'tls'
> & {
  /** Fewer than usual, where the process may not open many (fault 117). */
  readonly connectionsMax?: number;
};

export interface WebhookListener {
  facts(): WebhookListenerFacts;
  close(): Promise<void>;
}

/**
 * Listens for deliveries (contract.md section 5): verifies over the raw bytes, answers, and only then hints.
 * It writes nothing and waits for nothing (law 8), so a full disk or a locked database changes no answer (fault 102).
 */
export async function openWebhookListener(
  deps: WebhookDeps,
  settings: WebhookSettings,
): Promise<WebhookListener> {
  const tally = new WebhookTally(deps);
  const connectionsMax = Math.min(limits.connectionsMax, settings.connectionsMax ?? Infinity);
  const isProxy = addressMatcher(settings.trustedProxies);
  const listener = await openListener(
    deps.clock,
    {
      ...settings,
      section: 'webhooks',
      bodyBytesMax,
      limits: { ...limits, connectionsMax, isProxy },
    },
    (app) => declareRoutes(app, { deps, settings, tally }),
  );
  return {
    facts: () => {
      const facts = tally.facts();
      return {
        ...facts,
        listening: `${listener.url}${settings.path}`,
        needsYou: [...facts.needsYou, ...listener.needsYou()],
      };
    },
    close: () => listener.close(),
  };
}

interface Parts {
  readonly deps: WebhookDeps;
  readonly settings: WebhookSettings;
  readonly tally: WebhookTally;
}

function declareRoutes(app: FastifyInstance, parts: Parts): void {
  const { settings, tally } = parts;
  // The body stays the bytes that came, because a decoded body is another one (fault finding 5).
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refuseEarly(request.raw, settings.path);
    if (refusal === undefined) return done();
    if (refusal.status === 405) reply.header('allow', 'POST');
    if (looksLikeDelivery(request.raw)) tally.refuse({ ...refusal, address: request.ip });
    else tally.ignore();
    reply.code(refusal.status).send();
  });

  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode === 413 || error.statusCode === 415 ? error.statusCode : 400;
    const reason =
      status === 413
        ? `the body is over ${bodyBytesMax} bytes`
        : 'the connection ended within the body';
    tally.refuse({ reason, address: request.ip });
    // The connection stays open, so that the sender can read the answer. What still comes is thrown away until the
    // request's deadline.
    reply.removeHeader('connection').code(status).send();
  });

  app.post('/*', (request, reply) => {
    const status = receive(request, reply, parts);
    reply.code(status).send();
  });
}

function receive(request: FastifyRequest, reply: FastifyReply, { deps, settings, tally }: Parts) {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const message = { rawBody, signatures: headerValues(request.raw, signatureHeader) };
  const verified = verify(message, settings.secrets, Math.floor(deps.clock.now() / 1000));
  if (!verified.ok) {
    tally.refuse({ reason: verified.refused, address: request.ip });
    if (verified.cause === 'time') tally.trouble(clockTrouble(verified.refused));
    if (verified.cause === 'signature' && tally.mayDiagnose()) {
      const form = wrongSecretForm(message, settings.secrets);
      if (form !== undefined) tally.trouble(secretTrouble(form));
    }
    return 401;
  }
  const event = eventOf(rawBody);
  if (event === undefined) {
    tally.refuse({
      reason: 'the signature is right, but the body is not JSON',
      address: request.ip,
    });
    return 400;
  }
  tally.accept(event);
  noteOtherHeader(request, { event, tally });
  reply.raw.once('close', () => deps.onHint(event));
  return 204;
}

/** The header is not signed, so the envelope counts; that they differ is worth a line in the log (fault 98). */
function noteOtherHeader(
  request: FastifyRequest,
  { event, tally }: { readonly event: string; readonly tally: WebhookTally },
): void {
  const header = request.headers['x-service-event'];
  if (typeof header !== 'string' || header === event) return;
  tally.remark(
    `a webhook says ${shownValue(header)} in its header and ${shownValue(event)} in its body; the body counts`,
  );
}
