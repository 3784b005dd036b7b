import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { bounds } from '../base/limits.ts';
import type { Target } from './address.ts';

type Letter = { target: Target; secret: string; event: string; body: string };
type PostOptions = {
  nowMs: number;
  timeoutsMs: { connect: number; read: number };
  signal: AbortSignal;
};

/** `status` 0: no response came. */
export type Receipt = { status: number; excerpt: string; responseTimeMs: number };

/** Posts one signed delivery. Never throws: a failure is a receipt. Redirects are not followed. */
export function postLetter(letter: Letter, options: PostOptions): Promise<Receipt> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  return new Promise((settle) => {
    const { url } = letter.target;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, { ...connection(letter), signal: options.signal, agent: false });
    const fail = (excerpt: string) => {
      settle({ status: 0, excerpt, responseTimeMs: took() });
      request.destroy();
    };
    const connecting = setTimeout(() => fail('connect time-out'), options.timeoutsMs.connect);
    request.on('socket', (socket) => {
      const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect';
      socket.once(connected, () => {
        clearTimeout(connecting);
        request.setTimeout(options.timeoutsMs.read, () => fail('read time-out'));
      });
    });
    request.on('error', (error) => fail(error.message));
    request.on('close', () => clearTimeout(connecting));
    request.on('response', async (response) => {
      const excerpt = await readExcerpt(response);
      settle({ status: response.statusCode ?? 0, excerpt, responseTimeMs: took() });
      request.destroy();
    });
    for (const [name, value] of Object.entries(headers(letter, options.nowMs))) {
      request.setHeader(name, value);
    }
    request.end(letter.body);
  });
}

/** `t=<epoch-seconds>,v1=<hex>` over `<t>.<raw body>` (spec "Headers and signature"). */
function signature(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hex}`;
}

function headers({ secret, event, body }: Letter, nowMs: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-service-event': event,
    'x-service-signature': signature(secret, body, nowMs),
  };
}

/** Connects to the address that was checked, not to what the name resolves to a moment later. */
function connection({ target }: Letter): { method: string; lookup: LookupFunction } {
  const { address } = target;
  const family = isIP(address);
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
  return { method: 'POST', lookup };
}

async function readExcerpt(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bounds.deliveryAnswerBytes) break;
    }
  } catch {
    // A response cut short still has its status; what came of it is the excerpt.
  }
  return Buffer.concat(chunks).toString().slice(0, bounds.excerptChars);
}
