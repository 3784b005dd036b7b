import type { NoAnswer } from '../domain/exchange.ts';

type Cause = NoAnswer['cause'];

const sentences: Readonly<Record<Cause, string>> = {
  timeout: 'no whole answer in time',
  reset: 'the connection was cut',
  refused: 'no connection could be made',
  proxy: 'no connection could be made',
  dns: 'the host name could not be found',
  tls: 'the certificate was not accepted',
  redirect: 'the answer was a redirect, which is never followed',
  tooLarge: 'the answer is larger than is read',
  token: 'no token was given',
  unreadable: 'the answer could not be read',
  aborted: 'the request was given up',
};

const causeByCode: ReadonlyMap<string, Cause> = new Map<string, Cause>([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['EAI_FAIL', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['EADDRNOTAVAIL', 'refused'],
  ['EACCES', 'refused'],
  ['EPRIVATE', 'refused'],
  ['EHOSTUNREACH', 'reset'],
  ['EHOSTDOWN', 'reset'],
  ['ENETUNREACH', 'reset'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'reset'],
  ['UND_ERR_CLOSED', 'aborted'],
  ['UND_ERR_DESTROYED', 'aborted'],
  ['EPROTO', 'tls'],
  ['UND_ERR_PRX_TLS', 'tls'],
  ['UND_ERR_HEADERS_OVERFLOW', 'tooLarge'],
]);

/**
 * Codes of OpenSSL's verification: CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, UNABLE_TO_GET_ISSUER_CERT_LOCALLY, …
 */
const certificateCode = /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_CA$/;

/**
 * Codes where the handshake failed for something other than the certificate. An alert is the server's, and may come
 * before its certificate or after.
 */
const handshakes: readonly (readonly [code: RegExp, sentence: string])[] = [
  [
    /_ALERT_|_UNRECOGNIZED_NAME$/,
    'the server refused the TLS handshake: it may want another host name, another TLS version or a certificate of ours',
  ],
  [/^EPROTO$|^ERR_SSL_(?!.*CERT)/, 'the TLS handshake failed'],
];

/** A proxy that does not open the tunnel. Its status is nowhere but in the message, which quotes nothing else. */
const proxyCode = 'UND_ERR_ABORTED';

function proxyFailure(message: string): NoAnswer {
  const status = /^Proxy response \((\d{3})\)/.exec(message)?.[1];
  if (status === undefined) return noAnswer('refused', proxyCode);
  const wants = ': it wants a user and a password, or others than those in marketplace.proxy';
  // What it answers with 5xx mends itself: then it reaches the service no better than we would.
  return noAnswer(
    status.startsWith('4') ? 'proxy' : 'refused',
    `the proxy answered ${status}${status === '407' ? wants : ''}`,
  );
}

/** OpenSSL's code where the first bytes are no TLS: then there was no certificate either. */
const plainCode = 'ERR_SSL_WRONG_VERSION_NUMBER';
const plainSentence = 'what answers at this port speaks no TLS, so https:// needs another one';

export function noAnswer(cause: Cause, detail?: string): NoAnswer {
  return {
    kind: 'none',
    cause,
    detail: detail === undefined ? sentences[cause] : `${sentences[cause]}: ${detail}`,
  };
}

/** Why `fetch` failed. The message of the error stays out: it may quote a header or an upload address (fault 56). */
export function failureOf(error: unknown): NoAnswer {
  const layers = layersOf(error);
  for (const { code, syscall, message } of layers) {
    if (code === proxyCode) return proxyFailure(message);
    if (code === plainCode) return { kind: 'none', cause: 'tls', detail: plainSentence };
    const cause = causeOf(code);
    const handshake = handshakes.find(([codes]) => codes.test(code))?.[1];
    if (handshake !== undefined)
      return { kind: 'none', cause: 'tls', detail: `${handshake}: ${code}` };
    // A reset while connecting, or no socket to connect with (EMFILE): nothing was sent. On an open connection the
    // outcome is unknown.
    const isUnsent = syscall === 'connect' && (cause === undefined || cause === 'reset');
    if (isUnsent) return noAnswer('refused', code);
    if (cause !== undefined) return noAnswer(cause, code);
  }
  return noAnswer('unreadable', layers[0]?.code);
}

function causeOf(code: string): Cause | undefined {
  return causeByCode.get(code) ?? (certificateCode.test(code) ? 'tls' : undefined);
}

interface Layer {
  readonly code: string;
  readonly syscall: string | undefined;
  readonly message: string;
}

/** fetch wraps the socket's error, and trying several addresses wraps one error for each. */
function layersOf(error: unknown): readonly Layer[] {
  const layers: Layer[] = [];
  let layer: unknown = error;
  for (let depth = 0; layer instanceof Error && depth < 5; depth += 1) {
    const errors: readonly unknown[] = layer instanceof AggregateError ? layer.errors : [];
    for (const each of [...errors, layer]) {
      const { code, syscall, message } = each as NodeJS.ErrnoException;
      if (typeof code === 'string') layers.push({ code, syscall, message });
    }
    layer = layer.cause;
  }
  return layers;
}
