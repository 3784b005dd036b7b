import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

/** One command, from the command line to the daemon. `id` is the sender's, and comes back with every answer. */
export interface CommandMessage {
  readonly id: number;
  readonly command: string;
  readonly args: unknown;
}

/** `line` any number of times, then `result` or `error` once. */
export type AnswerMessage =
  | { readonly id: number; readonly line: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: ControlFailure };

export interface ControlFailure {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** A command and its arguments. */
export const commandCharactersMax = 1_000_000;
/** A whole plan or a long list, as one result. */
export const answerCharactersMax = 64_000_000;

/**
 * Reads JSON lines from a socket and hands each on, parsed. A line over `charactersMax` or one that is not JSON ends
 * the connection: whoever wrote it does not speak with us. Nothing behind it is handed on.
 */
export function readMessages(
  socket: Socket,
  charactersMax: number,
  take: (message: unknown) => void,
): void {
  const decoder = new StringDecoder('utf8');
  let unread: string[] = [];
  let unreadLength = 0;
  socket.on('data', (chunk) => {
    const [first = '', ...rest] = decoder.write(chunk).split('\n');
    unread.push(first);
    unreadLength += first.length;
    if (unreadLength > charactersMax) return void socket.destroy();
    for (const part of rest) {
      const line = unread.join('');
      unread = [part];
      unreadLength = part.length;
      const message = parsed(line);
      if (message === undefined || unreadLength > charactersMax) return void socket.destroy();
      take(message);
      if (socket.destroyed) return;
    }
  });
}

/** Throws where a value has no JSON. */
export function encoded(message: CommandMessage | AnswerMessage): string {
  return `${JSON.stringify(message)}\n`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
