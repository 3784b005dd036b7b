import { z } from 'zod';
import { address, duration, type Paths, path, secret, size, whole } from './kinds.ts';
import { tls } from './tls.ts';
import { secretUrl } from './url.ts';

/** What the person who runs it sees: results, page, alerts, log. */

export function results(paths: Paths) {
  return z.strictObject({
    folder: path(paths)
      .describe(
        'The folder where Stockhand writes the result of each import. The first import makes it if the folder above it is there. Default: results below `dataDir`.',
      )
      .exactOptional(),
    keep: whole(1, 10_000)
      .describe('For how many imports of each source the results are kept.')
      .prefault(30),
  });
}

export const dataDirDefault = './data';

export const statusListen = '127.0.0.1:8480';

export function status(paths: Paths) {
  return z.strictObject({
    listen: address
      .describe(
        'The host and port of the status page. Other machines can open it only if `password` and `tls` are set. The page answers to this host name; with `0.0.0.0` to any IP address and to the name of the computer, but not to a full domain name.',
      )
      .prefault(statusListen),
    password: secret.describe('The password of the status page.').exactOptional(),
    tls: tls(paths).describe('The certificate and key of the status page.').exactOptional(),
  });
}

const mailAddress = z
  .string()
  .regex(/^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/, { error: 'must be a mail address' });

const mail = z.strictObject({
  smtp: secretUrl(['smtp:', 'smtps:']).describe(
    'The mail server, as smtps://user:password@host:port.',
  ),
  from: mailAddress.describe('The mail address of the sender.'),
  to: z
    .array(mailAddress)
    .min(1, { error: 'must name at least one address' })
    .describe('The mail addresses to which alerts are sent.'),
});

export const alerts = z.strictObject({
  mail: mail.describe('Alerts by mail.').exactOptional(),
  webhook: secretUrl(['https:', 'http:'])
    .describe('Alerts to a chat: Stockhand sends a POST with { "text": … } to this address.')
    .exactOptional(),
  quietFor: duration(0)
    .describe('After an alert, no other alert of the same kind is sent for this time.')
    .prefault('15m'),
});

export function log(paths: Paths) {
  return z.strictObject({
    level: z
      .enum(['error', 'warn', 'info', 'debug', 'trace'])
      .describe('How much is written to the log.')
      .prefault('info'),
    file: path(paths)
      .describe('The log file. Default: log/stockhand.log below `dataDir`.')
      .exactOptional(),
    maxSize: size
      .describe('When the log file reaches this size, it is renamed and a new one is begun.')
      .prefault('20MB'),
    keep: whole(1, 1_000).describe('How many renamed log files are kept.').prefault(10),
  });
}

export const language = z
  .enum(['en', 'de'])
  .describe(
    'The language of the labels and the headline on the status page and of the labels in alerts. The messages about files, articles and orders are always English.',
  )
  .prefault('en');
