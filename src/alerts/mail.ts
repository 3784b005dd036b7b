import { rootCertificates } from 'node:tls';
import type { Transporter } from 'nodemailer';
import type { Secret } from '../domain/secret.ts';
import type { Channel } from './alerts.ts';

export interface MailOptions {
  /** `smtps://user:password@host:port`. */
  readonly smtp: Secret;
  readonly from: string;
  readonly to: readonly string[];
  /** PEM of a company's own root, trusted beside the usual ones. */
  readonly ca?: string;
}

const timeoutMs = 20_000;

/** Loaded when the first mail leaves: most commands tell nobody. A password never goes over an open line: without TLS from the first byte, STARTTLS is asked for. */
export function createMail({ smtp, from, to, ca }: MailOptions): Channel {
  const address = new URL(smtp.reveal());
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport(optionsOf(address, ca));
  };
  return {
    name: 'mail',
    place: `${to.join(', ')} (${address.hostname})`,
    async send({ subject, text }) {
      await (await open()).sendMail({ from, to: [...to], subject, text });
    },
    async verify() {
      await (await open()).verify();
    },
  };
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
