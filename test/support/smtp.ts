import net, { type AddressInfo, type Socket } from 'node:net';

/** A mail as it came over the line. */
interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly Received[];
  /** Every line that clients have said, mails left out. */
  readonly said: readonly string[];
  /** Connections that are open. */
  connections(): number;
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** What it says to a sender. */
  readonly refuses?: string;
  /** An address that it does not know. */
  readonly unknown?: string;
  /** An address that it takes from the second time on. */
  readonly deferred?: string;
  /** It says a word now and then and comes to no end. */
  readonly isSlow?: boolean;
}

/** The least of RFC 5321 that a client needs. */
export async function openMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { refuses, unknown, deferred, isSlow = false } = options;
  const tried = new Set<string>();
  const received: Received[] = [];
  const said: string[] = [];
  const open = new Set<Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    let from = '';
    let to: string[] = [];
    let waiting = '';
    let isMail = false;
    const answers: Record<string, (rest: string) => string> = {
      EHLO: () => '250-mail.local\r\n250 8BITMIME',
      MAIL: (rest) => {
        from = rest;
        return refuses ?? '250 ok';
      },
      RCPT: (rest) => {
        if (unknown !== undefined && rest.includes(unknown)) return '550 5.1.1 nobody of that name';
        if (deferred !== undefined && rest.includes(deferred) && !tried.has(rest)) {
          tried.add(rest);
          return '450 4.7.1 greylisted, come back later';
        }
        to.push(rest);
        return '250 ok';
      },
      DATA: () => {
        isMail = true;
        return '354 go on';
      },
      QUIT: () => '221 bye',
    };
    const words = isSlow ? setInterval(() => socket.write('250-wait\r\n'), 20) : undefined;
    socket.on('close', () => clearInterval(words));
    const line = (text: string): void => {
      said.push(text);
      if (isSlow) return;
      const answer = answers[text.slice(0, 4).toUpperCase()] ?? (() => '502 not known');
      socket.write(`${answer(text.slice(4))}\r\n`);
    };
    const mail = (source: string): void => {
      received.push({ from, to, source });
      isMail = false;
      to = [];
      socket.write('250 taken\r\n');
    };
    socket.write('220 mail.local\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      waiting += bytes.toString('latin1');
      for (;;) {
        const end = isMail ? '\r\n.\r\n' : '\r\n';
        const at = waiting.indexOf(end);
        if (at === -1) return;
        const text = waiting.slice(0, at);
        waiting = waiting.slice(at + end.length);
        if (isMail) mail(text);
        else line(text);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    said,
    connections: () => open.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
