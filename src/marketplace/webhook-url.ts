import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback, isPrivateAddress } from './address.ts';

/** spec "Webhook URL requirements": "the internal metadata hostname". */
const metadataHosts = new Set(['metadata', 'metadata.google.internal']);

/**
 * Why the marketplace does not deliver to the address, in words that follow the address; undefined if only the
 * marketplace can judge. A marketplace on this machine may deliver to this machine.
 */
export function urlFault(address: string, baseUrl: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return 'is not an address such as https://erp.supplier.example/webhooks';
  const host = bareHost(url);
  if (isLoopback(new URL(baseUrl).hostname) && isOnThisMachine(host)) return undefined;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (isOnThisMachine(host)) return `leads to this machine (${host}), not to a public address`;
  if (metadataHosts.has(host)) return `leads to the metadata service (${host})`;
  if (isIP(host) !== 0 && isPrivateAddress(host))
    return `leads into a private or reserved network (${host}), not to a public address`;
  return undefined;
}

/**
 * The private addresses that the host's name leads to, seen from here. That alone is no fault: inside a company's
 * network a public name often leads to the inner address.
 */
export async function privateAddressesOf(address: string): Promise<readonly string[]> {
  const host = bareHost(new URL(address));
  if (isIP(host) !== 0) return [];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map((each) => each.address).filter(isPrivateAddress);
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isOnThisMachine(host: string): boolean {
  return isLoopback(host) || host === '::1' || host.endsWith('.localhost');
}
