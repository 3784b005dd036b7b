import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookSecret } from '../config/webhooks.ts';
import { webhookWindowSeconds } from '../domain/limits.ts';

/** spec "Headers and signature". */
export const signatureHeader = 'x-service-signature';

/** A delivery as it came over the wire: the exact body bytes, and every value that the header was sent with. */
interface SignedMessage {
  readonly rawBody: Buffer;
  readonly signatures: readonly string[];
}

/** `header`: not one well-formed header · `signature`: no secret fits · `time`: a secret fits, the moment does not. */
type Verification =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly cause: 'header' | 'signature' | 'time';
      readonly refused: string;
    };

/** One `t`, one to five `v1`, and nothing else: a lenient reading lets forgeries in (fault 94). */
const grammar = /^t=\d{1,12}(,v1=[0-9a-f]{64}){1,5}$/;

/**
 * Verifies over the received bytes (spec "Headers and signature" 1–4; fault finding 5: never over a decoded text).
 * Makes one HMAC for each secret that counts at `nowSeconds` (whole epoch seconds). All are compared in constant time,
 * without an early end.
 */
export function verify(
  message: SignedMessage,
  secrets: readonly WebhookSecret[],
  nowSeconds: number,
): Verification {
  const [header, ...more] = message.signatures;
  if (header === undefined) return refuse('header', 'the header X-Service-Signature is missing');
  if (more.length > 0) {
    return refuse('header', `the header X-Service-Signature came ${more.length + 1} times`);
  }
  if (!grammar.test(header)) {
    return refuse('header', 'the header X-Service-Signature is not t=<seconds>,v1=<64 hex digits>');
  }
  const counting = secrets.filter(({ until }) => until === undefined || nowSeconds * 1000 < until);
  if (counting.length === 0) return refuse('signature', 'every configured secret has ended');
  const { time, candidates } = parts(header);
  const keys = counting.map(({ value }) => value.reveal());
  if (!anyMatches(message.rawBody, { time, candidates }, keys)) {
    return refuse('signature', 'the signature fits no configured secret');
  }
  // The time is judged last, so that only the true sender can make the page tell of a wrong clock.
  return inWindow(Number(time) - nowSeconds);
}

function inWindow(aheadSeconds: number): Verification {
  const distance = Math.abs(aheadSeconds);
  if (distance <= webhookWindowSeconds) return { ok: true };
  const side = aheadSeconds > 0 ? 'behind' : 'ahead of';
  return refuse('time', `your clock is ${distance} s ${side} the sender`);
}

/** Why a secret that the sender has does not fit here; none of them is accepted (fault 99). */
const forms: readonly { readonly says: string; key(secret: string): string | Buffer }[] = [
  {
    // One that counts has not fitted.
    says: 'whose until: is over: give it a later one, or delete its endpoint (stockhand webhooks list)',
    key: (secret) => secret,
  },
  {
    says: 'base64-decoded: by the specification the whole text, whsec_ included, is the key',
    key: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
  },
  {
    says: 'without its whsec_: by the specification the whole text, whsec_ included, is the key',
    key: (secret) => secret.replace(/^whsec_/, ''),
  },
  {
    says: 'with whsec_ in front: put the whole text, whsec_ included, into the configuration',
    key: (secret) => `whsec_${secret}`,
  },
  {
    says: 'without the blanks around it: remove them from the configuration',
    key: (secret) => secret.trim(),
  },
];

/**
 * For a delivery whose signature fits no secret: the form of a secret that would fit, in words, or undefined.
 * Costs several HMACs, so the listener asks seldom (fault 94: at most one per secret on every request).
 */
export function wrongSecretForm(
  message: SignedMessage,
  secrets: readonly WebhookSecret[],
): string | undefined {
  const header = message.signatures[0] ?? '';
  if (!grammar.test(header)) return undefined;
  const signature = parts(header);
  const fitting = forms.find(({ key }) => {
    const keys = secrets.map(({ value }) => key(value.reveal()));
    return anyMatches(message.rawBody, signature, keys);
  });
  return fitting && `The signature would fit the secret ${fitting.says}.`;
}

interface Signature {
  readonly time: string;
  readonly candidates: readonly Buffer[];
}

function parts(header: string): Signature {
  const comma = header.indexOf(',');
  const signatures = header.slice(comma + 1).split(',');
  return {
    time: header.slice('t='.length, comma),
    candidates: signatures.map((v1) => Buffer.from(v1.slice('v1='.length), 'hex')),
  };
}

function anyMatches(
  rawBody: Buffer,
  { time, candidates }: Signature,
  keys: readonly (string | Buffer)[],
): boolean {
  let matches = false;
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(`${time}.`).update(rawBody).digest();
    for (const candidate of candidates) {
      // The comparison is first: it must run for every pair (spec "Headers and signature" 4).
      matches = timingSafeEqual(expected, candidate) || matches;
    }
  }
  return matches;
}

function refuse(cause: 'header' | 'signature' | 'time', refused: string): Verification {
  return { ok: false, cause, refused };
}
