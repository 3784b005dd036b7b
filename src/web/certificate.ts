import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Clock } from '../domain/clock.ts';
import { errorText, StockhandError } from '../domain/error.ts';

export interface CertificateFiles {
  /** PEM, the certificate and its chain. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Epoch milliseconds. */
  readonly validTo: number;
}

export interface CertificateFacts {
  /** Epoch milliseconds. */
  readonly validTo: number;
  /** Why the files on disk are not served; the certificate before them still is. */
  readonly unreadable?: string;
}

/** fault 106: a certificate is renewed by hand in many places, and three weeks are enough to do it. */
export const certificateWarningMs = 21 * 86_400_000;
const lookEveryMs = 30_000;

/** Throws CONFIG_INVALID when a file cannot be read or is not PEM, or a server cannot use the two. */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await read(files.cert, 'certificate');
  const key = await read(files.key, 'key');
  const parsed = parse(files.cert, () => new X509Certificate(cert));
  const privateKey = parse(files.key, () => createPrivateKey(key));
  if (!parsed.checkPrivateKey(privateKey)) {
    throw new StockhandError(
      'CONFIG_INVALID',
      `The key ${files.key} does not belong to the certificate ${files.cert}.`,
      { remedy: 'Give the pair that was issued together.' },
    );
  }
  refuseUnusable(files.cert, { cert, key });
  return { cert, key, validTo: Date.parse(parsed.validTo) };
}

/** Above only the first certificate of the file was read, and no key is too short to be read. */
function refuseUnusable(path: string, pair: Pick<Certificate, 'cert' | 'key'>): void {
  try {
    createSecureContext(pair);
  } catch (cause) {
    throw new StockhandError(
      'CONFIG_INVALID',
      `The TLS certificate ${path} cannot be used: ${errorText(cause)}.`,
      { cause, remedy: 'Give the whole file with its chain, and a key of 2048 bits or more.' },
    );
  }
}

async function read(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new StockhandError('CONFIG_INVALID', `The TLS ${what} ${path} cannot be read.`, {
      cause,
      remedy: 'Correct the path, or let the account of Stockhand read the file.',
    });
  }
}

function parse<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new StockhandError('CONFIG_INVALID', `The TLS file ${path} is not valid PEM.`, {
      cause,
      remedy: 'Give an unencrypted PEM file.',
    });
  }
}

/**
 * Looks at the files until the signal ends it and hands a renewed pair to `serve`, without a restart (fault 106).
 * A pair that cannot be used changes nothing but the facts. Returns what holds now.
 */
export function followCertificate(
  deps: { readonly clock: Clock; serve(certificate: Certificate): void },
  first: { readonly files: CertificateFiles; readonly certificate: Certificate },
  signal: AbortSignal,
): { facts(): CertificateFacts; readonly ended: Promise<void> } {
  let served = first.certificate;
  let unreadable: string | undefined;

  async function look(): Promise<void> {
    try {
      const found = await readCertificate(first.files);
      unreadable = undefined;
      if (found.cert.equals(served.cert) && found.key.equals(served.key)) return;
      deps.serve(found);
      served = found;
    } catch (error) {
      unreadable = errorText(error);
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await deps.clock.sleep(lookEveryMs, signal);
      if (!signal.aborted) await look();
    }
  }

  return {
    ended: follow(),
    facts: () => ({ validTo: served.validTo, ...(unreadable === undefined ? {} : { unreadable }) }),
  };
}
