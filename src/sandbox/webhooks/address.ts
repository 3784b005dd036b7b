import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Spec "Webhook URL requirements", checked at registration and again at every attempt. */
const forbidden = new BlockList();
const loopback = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['240.0.0.0', 4],
  ['0.0.0.0', 8],
] as const) {
  forbidden.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['fe80::', 10],
  ['fc00::', 7],
  ['::', 128],
] as const) {
  forbidden.addSubnet(network, bits, 'ipv6');
}
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const metadataHosts = new Set(['metadata.google.internal', 'metadata']);

export type Target = { url: URL; address: string };

export class AddressRefused extends Error {}

/** Resolves the host and refuses it when any of its addresses is forbidden. */
export async function checkAddress(text: string, allowLoopback: boolean): Promise<Target> {
  const url = parseUrl(text, allowLoopback);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (metadataHosts.has(host.toLowerCase())) throw new AddressRefused(`${host} is a metadata host`);
  const addresses = isIP(host) ? [host] : await resolve(host);
  for (const address of addresses) {
    if (isForbidden(address, allowLoopback)) {
      throw new AddressRefused(`${host} resolves to ${address}, which is not a public address`);
    }
  }
  return { url, address: addresses[0] ?? host };
}

function parseUrl(text: string, allowLoopback: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new AddressRefused(`'${text.slice(0, 200)}' is not a URL`);
  const isHttp = allowLoopback && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isHttp) throw new AddressRefused('The URL must be HTTPS');
  return url;
}

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw new AddressRefused(`${host} does not resolve`);
  }
}

/** IPv4-mapped IPv6 forms count as the IPv4 address; BlockList sees through them. */
function isForbidden(address: string, allowLoopback: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(address, family)) return !allowLoopback;
  return forbidden.check(address, family);
}
