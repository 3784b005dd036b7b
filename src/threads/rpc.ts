import type { Code } from '../domain/codes.ts';
import { asError, asTold, StockhandError } from '../domain/error.ts';

/** Calls by name over a message port, both ways; failures keep their code and remedy. */
export interface Rpc {
  call<Result>(method: string, ...args: readonly unknown[]): Promise<Result>;
  /** The other side is gone: every call, open or yet to come, fails with this. */
  fail(cause: Error): void;
}

/** A thread's port, or a process's channel made to look like one. */
interface Port {
  on(event: string, listener: (message: unknown) => void): unknown;
  postMessage(message: unknown): unknown;
}

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

type Message =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure };

interface Failure {
  readonly message: string;
  readonly code?: Code;
  readonly remedy?: string;
  /** What the system or SQLite calls it: by that a caller knows what passes by itself (fault 102). */
  readonly cause?: unknown;
  readonly stack?: string;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(cause: unknown): void;
}

export function connect(port: Port, handlers: Handlers): Rpc {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let gone: Error | undefined;
  port.on('message', (received) => {
    const message = received as Message;
    if (message.kind === 'call') void answer(port, handlers, message);
    else settle(waiting, message);
  });
  return {
    async call<Result>(method: string, ...args: readonly unknown[]) {
      // Nobody would ever answer, and a process that waits for nothing else just ends, with not a word said.
      if (gone !== undefined) throw gone;
      const id = nextId++;
      const answered = new Promise<unknown>((resolve, reject) =>
        waiting.set(id, { resolve, reject }),
      );
      port.postMessage({ kind: 'call', id, method, args } satisfies Message);
      return answered as Promise<Result>;
    },
    fail(cause) {
      gone = cause;
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    },
  };
}

async function answer(
  port: Port,
  handlers: Handlers,
  { id, method, args }: Extract<Message, { kind: 'call' }>,
): Promise<void> {
  try {
    const handler = handlers[method];
    if (handler === undefined) throw new Error(`there is no ${method} here`);
    const value = await handler(...(args as never[]));
    port.postMessage({ kind: 'result', id, value } satisfies Message);
  } catch (cause) {
    port.postMessage({ kind: 'failure', id, failure: failureOf(cause) } satisfies Message);
  }
}

function settle(waiting: Map<number, Waiting>, message: Exclude<Message, { kind: 'call' }>): void {
  const open = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.kind === 'result') open?.resolve(message.value);
  else open?.reject(errorOf(message.failure));
}

function failureOf(thrown: unknown): Failure {
  const cause = asTold(thrown);
  if (cause instanceof StockhandError) {
    return {
      message: cause.message,
      code: cause.code,
      remedy: cause.remedy,
      cause: codeOf(cause.cause),
    };
  }
  const error = asError(cause);
  return {
    message: error.message,
    cause: codeOf(error),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}

function errorOf({ message, code, remedy, stack, cause }: Failure): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  if (cause !== undefined) Object.assign(error, { code: cause });
  if (code === undefined) return error;
  return new StockhandError(code, message, {
    ...(remedy === undefined ? {} : { remedy }),
    ...(cause === undefined ? {} : { cause: error }),
  });
}
