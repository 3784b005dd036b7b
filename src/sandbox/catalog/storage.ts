import type { Market } from '../base/market.ts';
import { isSameText } from '../base/same-text.ts';
import type { Answer, Trace } from '../service/declaration.ts';
import type { Request } from '../service/request.ts';
import { findMedia, keepUpload, signPath } from './media.ts';

type Arrival = { request: Request; trace: Trace; early?: Answer | undefined };

/**
 * The storage that image bytes are put to: not the API, so it refuses a bearer token, speaks XML
 * and knows only the URL it was given (spec "Image flow rules" 1).
 */
export function storeUpload(market: Market, { request, trace, early }: Arrival): Answer {
  if (early) return early;
  const { headers, query, path, body } = request;
  if (headers.authorization !== undefined) {
    return refuse(400, 'InvalidArgument', 'Only one authentication mechanism is allowed');
  }
  if (request.method !== 'PUT') return refuse(405, 'MethodNotAllowed', 'Use PUT');
  const expires = query.get('expires') ?? '';
  const expected = signPath(market, `${path}?expires=${expires}`);
  if (!isSameText(query.get('signature') ?? '', expected)) {
    return refuse(403, 'SignatureDoesNotMatch', 'The address is not one that was issued');
  }
  const media = findMedia(market, path.slice('/upload/'.length));
  if (!media || market.clock.nowMs() > Number(expires)) {
    return refuse(403, 'AccessDenied', 'Request has expired');
  }
  if (headers['content-type'] !== media.contentType) {
    return refuse(403, 'SignatureDoesNotMatch', `Content-Type must be ${media.contentType}`);
  }
  if (request.oversized || body.length !== media.byteSize) {
    return refuse(400, 'InvalidRequest', `The body must have ${media.byteSize} bytes`);
  }
  keepUpload(market, media, body);
  trace.effects.push({ kind: 'imageUploaded', externalId: media.externalId });
  return { status: 200, text: '' };
}

function refuse(status: number, code: string, message: string): Answer {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, text };
}
