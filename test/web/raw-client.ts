import net from 'node:net';

export interface RawAnswer {
  /** The status of each answer on the connection, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
  /** Header names in lower case, of the first answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends exactly these bytes and reads until the other side ends the connection. */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  options: { readonly localAddress?: string; readonly host?: string } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { host = '127.0.0.1', ...rest } = options;
    const socket = net.connect({ port, host, ...rest });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks).toString('latin1'))));
    socket.on('connect', () => socket.write(bytes));
  });
}

export function readAnswer(text: string): RawAnswer {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = rest.join('\r\n\r\n');
  const empty = headers['transfer-encoding'] === 'chunked' && body === '0\r\n\r\n';
  return { statuses, text, headers, body: empty ? '' : body };
}

/** One whole request that asks the server to end the connection. */
export function request(
  line: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const length =
    bytes.length > 0 || line.startsWith('POST') ? [`Content-Length: ${bytes.length}`] : [];
  const head = [`${line} HTTP/1.1`, 'Connection: close', ...headers, ...length].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}

/**
 * Sends the same request `count` times over eight connections that stay open, fifty at a time, and counts the
 * answers by status. For answers without a body.
 */
export async function flood(
  port: number,
  bytes: Buffer,
  count: number,
): Promise<ReadonlyMap<number, number>> {
  const connections = 8;
  const batch = 50;
  const statuses = new Map<number, number>();
  const block = Buffer.concat(Array.from({ length: batch }, () => bytes));
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1');
      let open = 0;
      let left = count / connections;
      let unread = '';
      const send = () => {
        open = Math.min(batch, left);
        left -= open;
        if (open > 0) socket.write(open === batch ? block : block.subarray(0, open * bytes.length));
        else socket.destroy();
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        const answers = (unread + chunk.toString('latin1')).split('\r\n\r\n');
        unread = answers.pop() ?? '';
        for (const answer of answers) {
          const status = Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        open -= answers.length;
        if (open === 0) send();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return statuses;
}
