import type { MarketplaceConfig } from './config/declaration.ts';
import type { Clock } from './domain/clock.ts';
import type { HttpOutcome, HttpRequest, Transport, Upload } from './domain/exchange.ts';
import { Secret } from './domain/secret.ts';
import { type Auth, createKeyAuth, createTokenAuth } from './marketplace/auth.ts';
import { createReads, type Reads } from './marketplace/reads.ts';
import { createTransport } from './marketplace/transport.ts';
import { createExchange, type Door } from './sending/exchange.ts';
import { createPace } from './sending/pace.ts';
import { createPortal, type Portal } from './sending/portal.ts';
import { createSender, type TellingSender } from './sending/sender.ts';
import { trustOf } from './tls-files.ts';

/** Everything that leaves the machine goes through here: one pace, one credential, one transport. */
export interface MarketDoor {
  readonly exchange: Door;
  readonly sender: TellingSender;
  readonly reads: Reads;
  /** Undefined without marketplace.portal. */
  readonly portal: Portal | undefined;
  upload(upload: Upload, signal: AbortSignal): Promise<HttpOutcome>;
  close(): Promise<void>;
}

interface DoorDeps {
  readonly clock: Clock;
  /** Tests put themselves between the door and the wire. */
  readonly wrapTransport?: (transport: Transport) => Transport;
}

export function openDoor(
  market: MarketplaceConfig,
  { clock, wrapTransport }: DoorDeps,
): MarketDoor {
  const auth = authOf(market);
  const { baseUrl, timeout: timeoutMs, maxInFlight, portal, proxy } = market;
  const wire = createTransport({
    baseUrl,
    timeoutMs,
    maxInFlight,
    clock,
    credential: {
      bearer: () => auth.bearer(),
      ...(portal === undefined ? {} : { portal: portalCredential(portal) }),
    },
    ...trustOf(market),
    ...(proxy === undefined ? {} : { proxy }),
  });
  const transport = wrapTransport?.(wire) ?? wire;
  const pace = createPace({ maxInFlight, clock });
  const exchange = createExchange({ transport, pace, auth, clock });
  return {
    exchange,
    sender: createSender({ exchange, clock }),
    reads: createReads(exchange),
    portal: portal === undefined ? undefined : createPortal({ exchange, clock }),
    upload: ({ url, contentType, body }, signal) =>
      exchange.once('pictures', uploadRequest(url, contentType, body), signal),
    close: () => wire.close(),
  };
}

/** The upload has the Content-Type as it was presigned, and no credential of ours (spec "Image flow rules" 1). */
function uploadRequest(path: string, contentType: string, body: Uint8Array): HttpRequest {
  return {
    method: 'PUT',
    path,
    headers: { 'content-type': contentType },
    body,
    credential: 'none',
  };
}

function authOf({ auth, apiKey, token }: MarketplaceConfig): Auth {
  if (auth === 'apiKey') return createKeyAuth(apiKey);
  return createTokenAuth({
    key: apiKey,
    requestField: token.requestField,
    responseField: token.responseField,
  });
}

function portalCredential(portal: NonNullable<MarketplaceConfig['portal']>): {
  header: string;
  value: Secret;
} {
  const { header, session, cookieName } = portal;
  const isCookie = header.toLowerCase() === 'cookie';
  return { header, value: isCookie ? new Secret(`${cookieName}=${session.reveal()}`) : session };
}
