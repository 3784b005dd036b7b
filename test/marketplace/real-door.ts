import { systemClock } from '../../src/clock.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createKeyAuth } from '../../src/marketplace/auth.ts';
import { createTransport, type TransportOptions } from '../../src/marketplace/transport.ts';
import { createExchange } from '../../src/sending/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { createSender } from '../../src/sending/sender.ts';
import { fastClock } from '../support/fast-clock.ts';

export const forever = new AbortController().signal;

export const secretKey = 'canary-key-5f3a';
export const portalSession = 'canary-session-77';

/** The transport as the daemon builds it, towards an address of this machine. */
export function openTransport(baseUrl: string, options: Partial<TransportOptions> = {}) {
  return createTransport({
    baseUrl,
    timeoutMs: 10_000,
    maxInFlight: 4,
    credential: {
      bearer: () => new Secret(secretKey),
      portal: { header: 'Cookie', value: new Secret(`session=${portalSession}`) },
    },
    clock: systemClock,
    ...options,
  });
}

/** Transport, pace and sender together: deadlines as they are, every other wait on the fast clock. */
export function openRealDoor(baseUrl: string, options: Partial<TransportOptions> = {}) {
  const clock = fastClock(1_000);
  const transport = openTransport(baseUrl, options);
  const pace = createPace({ maxInFlight: 4, clock });
  const auth = createKeyAuth(new Secret(secretKey));
  const exchange = createExchange({ transport, pace, auth, clock });
  return { transport, exchange, sender: createSender({ exchange, clock }) };
}
