import type { IncomingMessage } from 'node:http';
import { shownValue } from '../domain/complaint.ts';
import { signatureHeader } from './signature.ts';

/** More than any proxy adds. A request with more headers is no delivery (fault 100). */
const headersMax = 32;

interface EarlyRefusal {
  readonly status: 404 | 405 | 415 | 431;
  readonly reason: string;
}

/** Why a request is refused before its body is read, or undefined (contract.md section 5; faults 95, 100, 105). */
export function refuseEarly(request: IncomingMessage, path: string): EarlyRefusal | undefined {
  if (request.rawHeaders.length > headersMax * 2) {
    return { status: 431, reason: `more than ${headersMax} headers` };
  }
  const [asked = ''] = (request.url ?? '').split('?', 1);
  // The path is compared as it was sent: one that becomes equal only by decoding is another path.
  if (asked !== path) {
    return { status: 404, reason: `the path is ${path}, not ${shownValue(asked)}` };
  }
  if (request.method !== 'POST') return { status: 405, reason: 'only POST is accepted' };
  return refuseCoding(request);
}

function refuseCoding({ headers }: IncomingMessage): EarlyRefusal | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return { status: 415, reason: `the body is encoded (${shownValue(encoding)})` };
  }
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked') {
    return { status: 415, reason: `the transfer is encoded (${shownValue(transfer)})` };
  }
  // The spec names no content type for deliveries, so none is needed; one that is not JSON is refused.
  const type = headers['content-type'];
  if (type !== undefined && !/^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    return { status: 415, reason: `the content type is ${shownValue(type)}, not application/json` };
  }
  return undefined;
}

/** Every value that a header was sent with: Node joins or drops doubled ones (fault 94). */
export function headerValues(request: IncomingMessage, name: string): string[] {
  const { rawHeaders } = request;
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
}

/** True of what is meant for us, as by the marketplace at a wrong path, and not of a scanner of the internet. */
export function looksLikeDelivery(request: IncomingMessage): boolean {
  return request.method === 'POST' && request.headers[signatureHeader] !== undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The envelope's event (spec "Envelope"), '' where it names none; undefined when the bytes are not JSON. */
export function eventOf(rawBody: Buffer): string | undefined {
  try {
    const envelope: unknown = JSON.parse(utf8.decode(rawBody));
    if (typeof envelope !== 'object' || envelope === null || !('event' in envelope)) return '';
    return typeof envelope.event === 'string' ? envelope.event : '';
  } catch {
    return undefined;
  }
}
