import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A request, read whole (bounded). */
export type Request = {
  method: string;
  /** Path with query, as sent. */
  target: string;
  /** Path still percent-encoded: an externalId may hold a slash. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  oversized: boolean;
};

type BodyBounds = { keepBytes: number; drainBytes: number };

/** Reads the body up to `keepBytes`; what comes after is thrown away up to `drainBytes`. */
export async function readRequest(
  message: IncomingMessage,
  { keepBytes, drainBytes }: BodyBounds,
): Promise<Request> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received <= keepBytes) chunks.push(chunk);
    if (received > drainBytes) break;
  }
  const target = message.url ?? '/';
  const [path = '/', ...query] = target.split('?');
  return {
    method: message.method ?? 'GET',
    target,
    path,
    query: new URLSearchParams(query.join('?')),
    headers: message.headers,
    body: Buffer.concat(chunks),
    oversized: received > keepBytes,
  };
}

export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
