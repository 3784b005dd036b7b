import { once } from 'node:events';
import { lstatSync, unlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { asTold, errorText, StockhandError } from '../domain/error.ts';
import { isRunning } from './call.ts';
import {
  type CommandMessage,
  type ControlFailure,
  commandCharactersMax,
  encoded,
  readMessages,
} from './message.ts';

/** People and their scripts; a flood of connections is neither. */
const connectionsMax = 32;
const commandsPerConnectionMax = 8;
/** A client that does not read what it asked for is left. */
const unreadBytesMax = 4_000_000;

export interface CommandCall {
  /** Aborted when the client has gone, so that nothing continues for nobody, and when the daemon stops. */
  readonly signal: AbortSignal;
  /** Sends one line of a stream. Waits while the client reads slower than lines come. */
  line(value: unknown): Promise<void>;
}

/** Carries out one command; what it returns is the result, what it throws is reported with code and remedy. */
export type CommandHandler = (args: unknown, call: CommandCall) => Promise<unknown>;

interface ControlSettings {
  /** From controlPath(dataDir). */
  readonly path: string;
  readonly handlers: Readonly<Record<string, CommandHandler>>;
  /** For commands of any other name; without it they are unknown. */
  readonly otherwise?: CommandHandler;
  /** Ends everything: no new commands, running ones are aborted, connections closed. */
  readonly signal: AbortSignal;
}

/**
 * Listens for commands of this computer (contract.md section 2). Returns when it listens; `ended` resolves when the
 * signal has ended it. Throws STATE_LOCKED when another daemon answers at the path.
 */
export async function serveControl(settings: ControlSettings): Promise<{ ended: Promise<void> }> {
  const { path, signal } = settings;
  await removeStale(path);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    serveClient(socket, settings);
  });
  server.maxConnections = connectionsMax;
  await listen(server, path);
  const ended = once(server, 'close').then(() => undefined);
  const stop = () => {
    server.close();
    // What is written already still leaves: the answer to "stop" is one of these.
    for (const socket of open) socket.destroySoon();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return { ended };
}

async function listen(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening');
  if (isPipe(path)) server.listen(path);
  else listenPrivately(server, path);
  try {
    await listening;
  } catch (cause) {
    throw cannotListen(path, cause);
  }
}

/** The socket must never be open to everybody, not even between its birth and a chmod; binding it is synchronous. */
function listenPrivately(server: Server, path: string): void {
  const before = process.umask(0o117);
  server.listen(path);
  process.umask(before);
}

/** A socket that nobody answers on was left by a daemon that died; anything else at the path is not ours to remove. */
async function removeStale(path: string): Promise<void> {
  if (await isRunning(path)) {
    throw new StockhandError('STATE_LOCKED', `Another Stockhand answers at ${path}.`);
  }
  if (isPipe(path)) return;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw cannotListen(path, 'there is another file of this name');
  try {
    unlinkSync(path);
  } catch (cause) {
    throw cannotListen(path, cause);
  }
}

function cannotListen(path: string, cause: unknown): StockhandError {
  const reason = errorText(cause);
  return new StockhandError(
    'CONFIG_INVALID',
    `The control socket ${path} cannot be opened: ${reason}.`,
    {
      cause,
      remedy: 'Move the file away, or set dataDir to a folder where this account may write.',
    },
  );
}

function isPipe(path: string): boolean {
  return path.startsWith('\\\\.\\pipe\\');
}

function serveClient(socket: Socket, { handlers, otherwise, signal }: ControlSettings): void {
  const gone = new AbortController();
  const running = AbortSignal.any([gone.signal, signal]);
  const drained = drainOf(socket);
  let commands = 0;
  const say = (answer: string): void => {
    if (socket.writableLength > unreadBytesMax) socket.destroy();
    else if (socket.writable) socket.write(answer);
  };
  socket.on('error', () => socket.destroy());
  socket.once('close', () => gone.abort());
  readMessages(socket, commandCharactersMax, (message) => {
    if (!isCommand(message)) return void socket.destroy();
    // A sign of life, for a client that waits for a long command.
    if (message.command === 'alive') return say(encoded({ id: message.id, result: null }));
    if (commands >= commandsPerConnectionMax) return void socket.destroy();
    commands += 1;
    const handler = Object.hasOwn(handlers, message.command)
      ? handlers[message.command]
      : otherwise;
    const call = { signal: running, line: lineWriter(socket, message.id, drained) };
    void carryOut(message, handler, call).then((answer) => {
      commands -= 1;
      say(answer);
    });
  });
}

/** The answer as it is written; a result that has no JSON is a failure like any other. */
async function carryOut(
  { id, command, args }: CommandMessage,
  handler: CommandHandler | undefined,
  call: CommandCall,
): Promise<string> {
  try {
    if (handler === undefined) {
      throw new StockhandError('USAGE', `The running Stockhand knows no command ${command}.`, {
        remedy: 'Is it another version? Restart it, then try again.',
      });
    }
    return encoded({ id, result: (await handler(args, call)) ?? null });
  } catch (error) {
    return encoded({ id, error: failure(error) });
  }
}

function failure(thrown: unknown): ControlFailure {
  const error = asTold(thrown);
  if (error instanceof StockhandError) {
    return { code: error.code, message: error.message, remedy: error.remedy };
  }
  const message = errorText(error);
  return { code: 'UNEXPECTED', message, remedy: 'See the log of the running Stockhand.' };
}

function lineWriter(socket: Socket, id: number, drained: () => Promise<void>): CommandCall['line'] {
  return async (value) => {
    if (!socket.writable || socket.write(encoded({ id, line: value }))) return;
    if (socket.writableLength > unreadBytesMax) socket.destroy();
    else await drained();
  };
}

/** One wait for all commands of a client: resolves when the client has read, or has gone. */
function drainOf(socket: Socket): () => Promise<void> {
  let draining: Promise<void> | undefined;
  return () => {
    draining ??= new Promise<void>((resolve) => {
      const done = () => {
        socket.off('drain', done).off('close', done);
        draining = undefined;
        resolve();
      };
      socket.once('drain', done).once('close', done);
    });
    return draining;
  };
}

function isCommand(message: unknown): message is CommandMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'id' in message &&
    Number.isSafeInteger(message.id) &&
    'command' in message &&
    typeof message.command === 'string'
  );
}
