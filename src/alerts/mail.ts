import { Buffer } from 'node:buffer';
import { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Transporter } from 'nodemailer';
import { errorText } from '../domain/error.ts';
import type { Secret } from '../domain/secret.ts';
import type { Channel, Unreached } from './alerts.ts';
import { adviceFor, plainWords } from './mail-advice.ts';
import type { Message } from './message.ts';

interface MailOptions {
  /** `smtps://user:password@host:port`. */
  readonly smtp: Secret;
  readonly from: string;
  readonly to: readonly string[];
  /** PEM of a company's own root, trusted beside the usual ones. */
  readonly ca?: string;
  /**
   * Longest time for all of a try. A server that says a word now and then would otherwise hold up the other channel, a
   * pass and the end of a daemon.
   */
  readonly wholeMs?: number;
}

const timeoutMs = 20_000;
const wholeUsualMs = 30_000;
const saidMax = 300;

/**
 * nodemailer is loaded when the first mail leaves, because most commands tell nobody. A password is never sent over an
 * open line: where TLS does not begin with the first byte, STARTTLS is required.
 */
export function createMail(options: MailOptions): Channel {
  const { smtp, from, to, ca, wholeMs = wholeUsualMs } = options;
  const address = new URL(smtp.reveal());
  const asked = async <T>(ask: (server: Transporter) => Promise<T>): Promise<T> => {
    const { createTransport } = await import('nodemailer');
    // A socket that is given up before it is connected belongs to nobody, and its error would end the process.
    const socket = new Socket().on('error', () => undefined);
    const deadline = AbortSignal.timeout(wholeMs);
    const late = new Promise<never>((_, reject) => {
      const giveUp = (): void => reject(new Error(`not finished within ${wholeMs / 1000} s`));
      deadline.addEventListener('abort', giveUp, { once: true });
    });
    try {
      // The deadline also ends the wait for a name that is looked up for ever.
      return await Promise.race([
        ask(createTransport({ ...optionsOf(address, ca), socket })),
        late,
      ]);
    } catch (cause) {
      throw sayable(cause, address);
    } finally {
      // A server that does not hang up would keep a command from ending.
      socket.destroy();
    }
  };
  const sendTo = async (some: readonly string[], { subject, text }: Message) => {
    const envelope = { from, to: [...some] };
    const mail = { from, to: [...to], subject, text, envelope };
    const sent = await asked((server) => server.sendMail(mail));
    const unreached = unreachedOf(sent, address);
    if (unreached === undefined || !isDeferred(sent)) return unreached;
    // Whoever was refused for good is tried once more, so that the answer names all who still lack it.
    const again = (): Promise<Unreached | undefined> =>
      sendTo(sent.rejected ?? [], { subject, text });
    return { ...unreached, again };
  };
  return {
    name: 'mail',
    place: `${to.join(', ')} (${address.hostname})`,
    send: (message) => sendTo(to, message),
    async verify() {
      await asked((server) => server.verify());
    },
  };
}

/** What nodemailer says of a mail that somebody has got. */
interface Sent {
  readonly rejected?: readonly string[] | undefined;
  readonly rejectedErrors?: readonly Refusal[] | undefined;
}

interface Refusal extends Error {
  readonly responseCode?: number;
}

/** A server may take some of several addresses and refuse the rest, which nodemailer does not count as a failure. */
function unreachedOf({ rejected = [], rejectedErrors }: Sent, address: URL): Unreached | undefined {
  if (rejected.length === 0) return undefined;
  const { message } = sayable(rejectedErrors?.[0] ?? 'refused', address);
  return { place: `${rejected.join(', ')} (${address.hostname})`, why: message };
}

/** Somebody is refused only for now (4yz, RFC 5321 4.2.1). */
function isDeferred({ rejectedErrors = [] }: Sent): boolean {
  return rejectedErrors.some(({ responseCode = 0 }) => responseCode >= 400 && responseCode < 500);
}

/**
 * A server may repeat what it was sent, in lines without end. What it says is on the page and in the log, so
 * secrets are masked and it is cut off (fault 119).
 */
function sayable(cause: unknown, address: URL): Error {
  const said = errorText(cause);
  const { user, pass } = credentialOf(address);
  const plain = `\u0000${user}\u0000${pass}`;
  const secrets = [pass, address.password, plain].filter((secret) => secret !== '\u0000\u0000');
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]);
  const masked = forms
    .filter((form) => form !== '')
    .reduce((text, form) => text.replaceAll(form, '***'), said);
  const words = plainWords(masked).slice(0, saidMax);
  const doThis = adviceFor(words);
  return new Error(doThis === undefined ? words : `${words.replace(/[. ]+$/, '')}. ${doThis}`);
}

function optionsOf(address: URL, ca: string | undefined) {
  return {
    host: address.hostname.replaceAll(/[[\]]/g, ''),
    port: portOf(address),
    secure: address.protocol === 'smtps:',
    requireTLS: address.protocol === 'smtp:' && address.username !== '',
    ...(address.username === '' ? {} : { auth: credentialOf(address) }),
    ...(ca === undefined ? {} : { tls: { ca: [...rootCertificates, ca] } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Whatever a message holds, no file is read and no address is opened for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'smtps:' ? 465 : 587;
}

function credentialOf({ username, password }: URL): { user: string; pass: string } {
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
