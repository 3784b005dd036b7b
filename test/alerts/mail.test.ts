import { describe, expect, it, onTestFinished } from 'vitest';
import { createMail } from '../../src/alerts/mail.ts';
import { Secret } from '../../src/domain/secret.ts';
import { type MailServer, type MailServerOptions, openMailServer } from '../support/smtp.ts';
import { until } from '../support/until.ts';

async function serverFor(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

function mailTo({ port }: { port: number }, credential = '', wholeMs = 10_000) {
  return createMail({
    smtp: new Secret(`smtp://${credential}127.0.0.1:${port}`),
    from: 'stockhand@firma.example',
    to: ['lager@firma.example', 'it@firma.example'],
    wholeMs,
  });
}

const message = {
  subject: '[Stockhand erp-1] Größe',
  text: 'Was zu tun ist: nochmal.\n.\nEnde',
};

describe('an alert by mail', () => {
  it('reaches everybody, with its subject and text as they were written', async () => {
    const server = await serverFor();
    await mailTo(server).send(message);
    const [mail] = server.received;
    expect(mail?.from).toContain('<stockhand@firma.example>');
    expect(mail?.to).toHaveLength(2);
    const subject = /^Subject: =\?UTF-8\?Q\?(.*)\?=/m.exec(mail?.source ?? '')?.[1] ?? '';
    const bytes = subject
      .replaceAll('_', ' ')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    expect(Buffer.from(bytes, 'latin1').toString()).toBe(message.subject);
    expect(mail?.source).toContain('Was zu tun ist: nochmal.');
    // A dot alone would end the mail (RFC 5321 4.5.2).
    expect(mail?.source).toContain('\r\n..\r\nEnde');
  });

  it('fails with what the server says', async () => {
    const server = await serverFor({ refuses: '550 5.7.1 sender is not known here' });
    await expect(mailTo(server).send(message)).rejects.toThrow('sender is not known here');
  });

  it('tells whom of several the server does not know: the others have it', async () => {
    const server = await serverFor({ unknown: 'it@firma.example' });
    expect(await mailTo(server).send(message)).toEqual({
      place: 'it@firma.example (127.0.0.1)',
      why: expect.stringContaining('nobody of that name'),
    });
    expect(server.received.map(({ to }) => to)).toEqual([[' TO:<lager@firma.example>']]);
  });

  it('reaches whom the server has only deferred, on the second try, and nobody else twice', async () => {
    const server = await serverFor({ deferred: 'it@firma.example' });
    const unreached = await mailTo(server).send(message);
    expect(unreached).toMatchObject({
      place: 'it@firma.example (127.0.0.1)',
      why: expect.stringContaining('greylisted'),
    });
    expect(await unreached?.again?.()).toBeUndefined();
    expect(server.received.map(({ to }) => to)).toEqual([
      [' TO:<lager@firma.example>'],
      [' TO:<it@firma.example>'],
    ]);
    const headers = server.received.map(({ source }) => /^To: .*$/m.exec(source)?.[0]);
    expect(headers).toEqual(Array(2).fill('To: lager@firma.example, it@firma.example'));
  });

  it('goes on telling whom the server does not know once those are reached whom it had deferred', async () => {
    const server = await serverFor({ deferred: 'it@firma.example', unknown: 'lager@' });
    const mail = createMail({
      smtp: new Secret(`smtp://127.0.0.1:${server.port}`),
      from: 'stockhand@firma.example',
      to: ['chef@firma.example', 'it@firma.example', 'lager@firma.example'],
    });
    const later = await (await mail.send(message))?.again?.();
    expect(later).toMatchObject({
      place: 'lager@firma.example (127.0.0.1)',
      why: expect.stringContaining('nobody of that name'),
    });
    expect(later?.again).toBeUndefined();
    expect(server.received.map(({ to }) => to.length)).toEqual([1, 1]);
  });

  it('fails where nobody listens', async () => {
    const server = await openMailServer();
    await server.close();
    await expect(mailTo(server).send(message)).rejects.toThrow('ECONNREFUSED');
  });

  it('never sends a password over an open line: without STARTTLS it fails first (fault 119)', async () => {
    const server = await serverFor();
    await expect(mailTo(server, 'user:geheim@').send(message)).rejects.toThrow(/STARTTLS/);
    expect(server.said.join('\n')).not.toMatch(/AUTH|geheim|Z2VoZWlt/);
    expect(server.received).toEqual([]);
  });

  it('can be asked without telling anybody', async () => {
    const server = await serverFor();
    await mailTo(server).verify?.();
    expect(server.said).not.toEqual([]);
    expect(server.received).toEqual([]);
  });

  it('gives up a server that says a word now and then and never ends, and leaves no connection', async () => {
    const server = await serverFor({ isSlow: true });
    const mail = mailTo(server, '', 200);
    await expect(mail.send(message)).rejects.toThrow('not finished within 0.2 s');
    await expect(mail.verify?.()).rejects.toThrow('not finished within 0.2 s');
    await until('nothing is left open', () => server.connections() === 0);
  });

  it('fails without what a server repeats of the password, and in one short line (fault 119)', async () => {
    const plain = Buffer.from('\0user\0ge%heim').toString('base64');
    const words = `ge%heim ge%25heim ${plain}`;
    const lines = Array.from({ length: 50 }, () => `550-5.7.1 ${words}`);
    const server = await serverFor({ refuses: `${lines.join('\r\n')}\r\n550 5.7.1 no` });
    const mail = createMail({
      smtp: new Secret(`smtp://user:ge%25heim@127.0.0.1:${server.port}`),
      from: 'stockhand@firma.example',
      to: ['lager@firma.example'],
    });
    const failure = await mail.send(message).catch((cause: Error) => cause.message);
    expect(failure).not.toMatch(new RegExp(`heim|${plain}`));
    expect(failure).toMatch(/^.{1,300}$/);
  });
});
