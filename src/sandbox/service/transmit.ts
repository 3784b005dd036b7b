import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { bounds } from '../base/limits.ts';
import type { Parcel } from '../weather/spoil.ts';

const drips = 20;

/** Sends the parcel the way the weather lets it travel. */
export async function transmit(response: ServerResponse, parcel: Parcel, signal: AbortSignal) {
  switch (parcel.travel) {
    case 'whole':
      return sendWhole(response, parcel);
    case 'reset':
      socketOf(response).resetAndDestroy();
      return;
    case 'cut':
      return sendHalf(response, parcel);
    case 'drip':
      return await sendSlowly(response, parcel, signal);
    case 'hang':
      return await hang(response, parcel, signal);
  }
}

/**
 * The request's socket: a response has none of its own while an earlier one on the same connection
 * has not ended.
 */
function socketOf(response: ServerResponse): Socket {
  return response.req.socket;
}

function sendWhole(response: ServerResponse, { status, headers, text }: Parcel): void {
  response.writeHead(status, { ...headers, ...lengthOf(text, status) });
  response.end(text);
}

/** Announces the whole length, sends half of it and breaks the connection. */
function sendHalf(response: ServerResponse, { status, headers, text = '' }: Parcel): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, { ...headers, 'content-length': String(Math.max(1, bytes.length)) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () =>
    socketOf(response).destroy(),
  );
}

async function sendSlowly(response: ServerResponse, parcel: Parcel, signal: AbortSignal) {
  const bytes = Buffer.from(parcel.text ?? '');
  response.writeHead(parcel.status, { ...parcel.headers, ...lengthOf(parcel.text, parcel.status) });
  const size = Math.max(1, Math.ceil(bytes.length / drips));
  for (let at = 0; at + size < bytes.length && !response.destroyed; at += size) {
    response.write(bytes.subarray(at, at + size));
    await pause(parcel.delayMs, signal);
  }
  // The last drop ends the response: a client that has its whole body may send the next request.
  response.end(bytes.subarray(Math.max(0, size * (Math.ceil(bytes.length / size) - 1))));
}

/** Silence until the client gives up, or for the rule's delay, and then the connection is closed. */
async function hang(response: ServerResponse, parcel: Parcel, signal: AbortSignal): Promise<void> {
  const given = new AbortController();
  response.once('close', () => given.abort());
  const either = AbortSignal.any([given.signal, signal]);
  await pause(parcel.delayMs || bounds.weatherDelayMs, either);
  socketOf(response).destroy();
}

/** Waits in wall time; a closing sandbox does not wait. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  if (delayMs <= 0) return;
  try {
    await wait(delayMs, undefined, { signal });
  } catch {
    // Only the signal ends a wait early, and then there is nothing left to wait for.
  }
}

function lengthOf(text: string | undefined, status: number): Record<string, string> {
  if (text === undefined && status === 204) return {};
  return { 'content-length': String(Buffer.byteLength(text ?? '')) };
}
