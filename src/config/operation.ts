import { z } from 'zod';
import { address, duration, type Paths, path, secret, size, whole } from './kinds.ts';
import { tls } from './tls.ts';
import { secretUrl } from './url.ts';

/** What the person who runs it sees: results, page, alerts, log. */

export function results(paths: Paths) {
  return z.strictObject({
    folder: path(paths)
      .describe('Where each import leaves its result. Default: results below `dataDir`.')
      .exactOptional(),
    keep: whole(1, 10_000).describe('Imports of each source that are kept.').prefault(30),
  });
}

export const dataDirDefault = './data';

export const statusListen = '127.0.0.1:8480';

export function status(paths: Paths) {
  return z.strictObject({
    listen: address
      .describe(
        'Host and port of the status page. Other machines reach it only with `password` and `tls`.',
      )
      .prefault(statusListen),
    password: secret.describe('The password of the page.').exactOptional(),
    tls: tls(paths).describe('Certificate and key of the page.').exactOptional(),
  });
}

const mailAddress = z
  .string()
  .regex(/^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/, { error: 'must be a mail address' });

const mail = z.strictObject({
  smtp: secretUrl(['smtp:', 'smtps:']).describe('The server, as smtps://user:password@host:port.'),
  from: mailAddress.describe("The sender's address."),
  to: z
    .array(mailAddress)
    .min(1, { error: 'must name at least one address' })
    .describe('Who is told.'),
});

export const alerts = z.strictObject({
  mail: mail.describe('Told by mail.').exactOptional(),
  webhook: secretUrl(['https:', 'http:'])
    .describe('Told by a POST of { "text": … }, as chats take it.')
    .exactOptional(),
  quietFor: duration(0)
    .describe('The same thing is told again after so long at the soonest.')
    .prefault('15m'),
});

export function log(paths: Paths) {
  return z.strictObject({
    level: z
      .enum(['error', 'warn', 'info', 'debug', 'trace'])
      .describe('How much is logged.')
      .prefault('info'),
    file: path(paths)
      .describe('The log file. Default: log/stockhand.log below `dataDir`.')
      .exactOptional(),
    maxSize: size.describe('A larger file is put aside and a new one begun.').prefault('20MB'),
    keep: whole(1, 1_000).describe('Files that are kept.').prefault(10),
  });
}

export const language = z
  .enum(['en', 'de'])
  .describe(
    'The language of the labels and the headline of the page and of the labels of alerts; what these tell of files, articles and orders is English.',
  )
  .prefault('en');
