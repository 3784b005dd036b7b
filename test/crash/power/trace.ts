/** What a traced process did to files and sockets, in the order of strace's lines. */
export type Step =
  | { readonly kind: 'open'; readonly fd: number; readonly path: string; readonly open: Opening }
  | { readonly kind: 'write'; readonly fd: number; readonly at?: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly fd: number; readonly size: number }
  | { readonly kind: 'mkdir'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'unlink'; readonly path: string }
  /** What was written before the first is on the disk once the second has come: a write in between may not be. */
  | { readonly kind: 'syncing' | 'synced'; readonly fd: number }
  /** The first bytes of a request have left: from here on the outside may know of it. */
  | { readonly kind: 'sent'; readonly head: RequestHead };

interface Opening {
  readonly creates: boolean;
  readonly empties: boolean;
  readonly appends: boolean;
}

/** What tells one request from another; `key` is '' where it has none. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: number;
}

/** Every call that changes what a disk holds, or that could without being understood here. */
export const tracedCalls = [
  ...['openat', 'open', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'sendto'],
  ...['sendmsg', 'ftruncate', 'truncate', 'fallocate', 'copy_file_range', 'sendfile', 'link'],
  ...['linkat', 'symlink', 'symlinkat', 'rename', 'renameat', 'renameat2', 'unlink', 'unlinkat'],
  ...['rmdir', 'mkdir', 'mkdirat', 'fsync', 'fdatasync', 'sync_file_range', 'sync', 'syncfs'],
];

/** The steps of a log that `strace -f -yy -xx` wrote with those calls. Throws at a call that it does not understand. */
export function stepsOf(log: string): readonly Step[] {
  const begun = new Map<string, string>();
  return log.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const [, back] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? [];
    const text = back === undefined ? rest : `${begun.get(thread)}${back}`;
    if (text.endsWith(' <unfinished ...>')) {
      begun.set(thread, text.replace(/ <unfinished \.\.\.>$/, ''));
      return beginnings(text);
    }
    const call = callOf(text);
    const first = back === undefined ? beginnings(text) : [];
    return [...first, ...(call === undefined ? [] : endings(call))];
  });
}

/** Worst for the program: what leaves has left when its call begins. */
function beginnings(text: string): readonly Step[] {
  const name = nameOf(text);
  if (/^f(?:data)?sync$/.test(name)) return [{ kind: 'syncing', fd: fdOf(text) }];
  return isSocket(text) ? sentBy(text) : [];
}

/** Worst for the program: what it waits for is done when its call has come back. */
function endings(call: Call): readonly Step[] {
  const { name, args, result } = call;
  if (result < 0 || isNoFile(args)) return [];
  const [path = '', to = ''] = pathsIn(args);
  switch (name) {
    case 'openat':
      return [{ kind: 'open', fd: result, path, open: openingOf(args) }];
    case 'write':
    case 'writev':
      return [{ kind: 'write', fd: fdOf(args), bytes: bytesOf(args).subarray(0, result) }];
    case 'pwrite64':
      return [
        {
          kind: 'write',
          fd: fdOf(args),
          at: lastNumber(args),
          bytes: bytesOf(args).subarray(0, result),
        },
      ];
    case 'ftruncate':
      return [{ kind: 'truncate', fd: fdOf(args), size: lastNumber(args) }];
    case 'rename':
      return [{ kind: 'rename', from: path, to }];
    case 'unlink':
    case 'mkdir':
      return [{ kind: name, path }];
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'synced', fd: fdOf(args) }];
    default:
      throw new Error(`the recorder does not know ${name}(${args.slice(0, 200)}`);
  }
}

function callOf(text: string): Call | undefined {
  const [, name, args, result] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(text) ?? [];
  if (name === undefined || args === undefined) return undefined;
  return { name, args, result: Number(result) };
}

const nameOf = (text: string): string => /^\w+/.exec(text)?.[0] ?? '';
/** Some of these begin with the call's name, others with its arguments. */
const fdOf = (text: string): number => Number(/^(?:\w+\()?(\d+)</.exec(text)?.[1]);
const isSocket = (text: string): boolean => /^(?:\w+\()?\d+<(?:TCP|UNIX|socket)/.test(text);
/** Sockets, pipes and what wakes a thread: their descriptors name no path. */
const isNoFile = (args: string): boolean => /^\d+<(?!\\x2f)/.test(args);
const lastNumber = (args: string): number => Number(/(\d+)$/.exec(args)?.[1]);

const quoted = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;

function bytesOf(args: string): Buffer {
  const parts = [...args.matchAll(quoted)].map(([, hex = '', cut]) => {
    if (cut !== undefined) throw new Error('strace has cut what was written');
    return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
  });
  return Buffer.concat(parts);
}

function pathsIn(args: string): readonly string[] {
  return [...args.matchAll(quoted)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll('\\x', ''), 'hex').toString(),
  );
}

function openingOf(args: string): Opening {
  const has = (flag: string): boolean => new RegExp(`\\b${flag}\\b`).test(args);
  return { creates: has('O_CREAT'), empties: has('O_TRUNC'), appends: has('O_APPEND') };
}

function sentBy(text: string): readonly Step[] {
  const head = bytesOf(text).toString('latin1');
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\S+) HTTP\//.exec(head) ?? [];
  if (method === undefined || path === undefined) return [];
  const key = /^idempotency-key: (\S+)\r$/im.exec(head)?.[1] ?? '';
  return [{ kind: 'sent', head: { method, path, key } }];
}
