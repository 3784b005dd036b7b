import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import type { Config, MarketplaceConfig } from './config/declaration.ts';
import { StockhandError } from './domain/error.ts';
import type { NeedsYou } from './domain/facts.ts';
import { readCertificate } from './web/certificate.ts';
import { certificateTrouble } from './web/webhook-trouble.ts';

/**
 * What `marketplace.ca` adds to the known roots. A changed file counts from the next start, like the configuration.
 * Throws CONFIG_INVALID for a file that is no certificate: with it no answer could be read (fault 60).
 */
export function trustOf({ ca }: Pick<MarketplaceConfig, 'ca'>): { readonly ca?: string } {
  if (ca === undefined) return {};
  const text = readRoot(ca);
  try {
    void new X509Certificate(text);
  } catch (cause) {
    throw new StockhandError(
      'CONFIG_INVALID',
      `marketplace.ca: ${ca} is not a certificate in PEM format.`,
      {
        cause,
        remedy: 'Name the PEM file of the root certificate.',
      },
    );
  }
  return { ca: text };
}

function readRoot(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StockhandError('CONFIG_INVALID', `marketplace.ca: ${file} cannot be read.`, {
      cause,
      remedy: 'Correct the path, or let the account of Stockhand read the file.',
    });
  }
}

interface TlsFault {
  /** The key of the configuration. */
  readonly place: 'marketplace.ca' | 'webhooks.tls' | 'status.tls';
  readonly error: StockhandError;
}

/** The TLS files of the configuration at which a start would fail, and how. */
export async function tlsFaults(config: Config): Promise<readonly TlsFault[]> {
  const { marketplace, webhooks, status } = config;
  const tried = [
    await tryTls('marketplace.ca', () => trustOf(marketplace)),
    await tryTls('webhooks.tls', () => webhooks?.tls && readCertificate(webhooks.tls)),
    await tryTls('status.tls', () => status.tls && readCertificate(status.tls)),
  ];
  return tried.filter((fault) => fault !== undefined);
}

interface TlsNeed extends NeedsYou {
  readonly place: TlsFault['place'];
}

/** Certificates of ours that can be used, but are over or nearly so. `tlsFaults` tells of the others. */
export async function certificatesToRenew(
  { webhooks, status }: Config,
  nowMs: number,
): Promise<readonly TlsNeed[]> {
  const ours = [
    { place: 'webhooks.tls', files: webhooks?.tls },
    { place: 'status.tls', files: status.tls },
  ] as const;
  const found = ours.map(async ({ place, files }) => {
    const read = files && (await readCertificate(files).catch(() => undefined));
    const needs = read === undefined ? [] : certificateTrouble(place, read, nowMs);
    return needs.map((need) => ({ ...need, place }));
  });
  return (await Promise.all(found)).flat();
}

async function tryTls(
  place: TlsFault['place'],
  read: () => unknown,
): Promise<TlsFault | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (!(error instanceof StockhandError)) throw error;
    return { place, error };
  }
}
