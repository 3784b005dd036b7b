import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createKeyAuth } from '../../src/marketplace/auth.ts';
import { createTransport } from '../../src/marketplace/transport.ts';
import { createExchange } from '../../src/sending/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { createSender } from '../../src/sending/sender.ts';
import { fastClock } from './fast-clock.ts';

/** The sending side over real sockets, whose waits between two attempts run so many times as fast. */
export function openSender(url: string, speed: number) {
  const clock = fastClock(speed);
  const auth = createKeyAuth(new Secret('sandbox-key'));
  const wire = { baseUrl: url, timeoutMs: 2_000, maxInFlight: 4, clock: systemClock };
  const transport = createTransport({ ...wire, credential: auth });
  onTestFinished(() => transport.close());
  const pace = createPace({ maxInFlight: 4, clock });
  const exchange = createExchange({ transport, pace, auth, clock });
  return { exchange, sender: createSender({ exchange, clock }) };
}
