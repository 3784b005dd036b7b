import { connect, type Socket } from 'node:net';
import { isCode } from '../domain/codes.ts';
import { StockhandError } from '../domain/error.ts';
import {
  type AnswerMessage,
  answerCharactersMax,
  type ControlFailure,
  encoded,
  readMessages,
} from './message.ts';
import { isTrusted } from './path.ts';

interface ControlCall {
  readonly command: string;
  readonly args: unknown;
  /** Gets every line of a stream, in order. */
  readonly onLine?: (line: unknown) => void;
  /** Ends the call: the daemon is told by the end of the connection. */
  readonly signal?: AbortSignal;
  /**
   * After so long without a word the daemon is asked whether it lives, and left if it says nothing for as long again.
   */
  readonly silenceMs?: number;
}

const callId = 1;
const signOfLifeId = 2;

/**
 * Lets the running daemon carry out a command and returns its result. Throws the daemon's own StockhandError, or
 * STATE_LOCKED when the daemon cannot be reached or ends before it has answered. After an abort it rejects with the
 * signal's reason.
 */
export function callControl(path: string, call: ControlCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    call.signal?.throwIfAborted();
    if (!isTrusted(path)) throw unreachable(path, call.command, 'it belongs to another account');
    const socket = connect(path);
    let trouble = 'it ended before it had answered';
    const abort = () => {
      reject(call.signal?.reason);
      socket.destroy();
    };
    call.signal?.addEventListener('abort', abort, { once: true });
    socket.on('error', (error) => {
      trouble = error.message;
      if (isRefused(path, error)) reject(forbidden(path));
    });
    socket.once('close', () => {
      call.signal?.removeEventListener('abort', abort);
      // Changes nothing where the answer came first.
      reject(unreachable(path, call.command, trouble));
    });
    leaveSilent(socket, call.silenceMs ?? 10_000, () => {
      trouble =
        'it does not answer; it is stopped, or very busy, and may still carry this out when it continues';
    });
    readMessages(socket, answerCharactersMax, (message) => {
      if (!isAnswer(message)) return void socket.destroy();
      if (message.id !== callId) return;
      if ('line' in message) return call.onLine?.(message.line);
      if ('error' in message) reject(failed(message.error));
      else resolve(message.result);
      socket.end();
    });
    socket.write(encoded({ id: callId, command: call.command, args: call.args }));
  });
}

/**
 * A process that was stopped keeps its connections open and would be waited for without end. A daemon that carries out
 * a long command answers a question of its own at once, be it only that it does not know it.
 */
function leaveSilent(socket: Socket, silenceMs: number, left: () => void): void {
  let isAsked = false;
  socket.on('data', () => {
    isAsked = false;
  });
  socket.setTimeout(silenceMs);
  socket.on('timeout', () => {
    if (!isAsked) {
      isAsked = true;
      return void socket.write(encoded({ id: signOfLifeId, command: 'alive', args: null }));
    }
    left();
    socket.destroy();
  });
}

/** Whether a daemon listens at the path. */
export function isRunning(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!isTrusted(path)) return resolve(false);
    const socket = connect(path);
    socket.once('connect', () => {
      // Not `end`, which waits for the other side: a daemon that hangs would hold this process up too.
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (cause) => resolve(isRefused(path, cause)));
  });
}

/** A pipe of Windows is there only while a daemon runs, also where this account may not open it. */
export function isRefused(path: string, { code }: NodeJS.ErrnoException): boolean {
  return path.startsWith('\\\\.\\pipe\\') && (code === 'EPERM' || code === 'EACCES');
}

function isAnswer(message: unknown): message is AnswerMessage {
  if (typeof message !== 'object' || message === null || !('id' in message)) return false;
  if ('error' in message) return isFailure(message.error);
  return 'line' in message || 'result' in message;
}

function isFailure(error: unknown): error is ControlFailure {
  if (typeof error !== 'object' || error === null) return false;
  return ['code', 'message', 'remedy'].every(
    (key) => key in error && typeof Reflect.get(error, key) === 'string',
  );
}

/** A code of ours comes back as our error; one that this version does not know keeps its name in the text. */
function failed({ code, message, remedy }: ControlFailure): Error {
  if (isCode(code)) return new StockhandError(code, message, { remedy });
  return new Error(`${message} (${code}) ${remedy}`);
}

function unreachable(path: string, command: string, reason: string): StockhandError {
  return new StockhandError(
    'STATE_LOCKED',
    `The running Stockhand at ${path} did not answer "${command}": ${reason}.`,
    {
      remedy:
        'See whether it still runs (stockhand doctor) and what it has done (stockhand status), then try again.',
    },
  );
}

function forbidden(path: string): StockhandError {
  return new StockhandError(
    'STATE_LOCKED',
    `A Stockhand runs at ${path}, and this account may not speak to it.`,
    {
      remedy:
        'Use a terminal that was opened as administrator, or the account that Stockhand runs under.',
    },
  );
}
