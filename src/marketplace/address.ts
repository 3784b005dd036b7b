import { BlockList, isIP } from 'node:net';
import { StockhandError } from '../domain/error.ts';
import type { HttpRequest } from '../domain/exchange.ts';

/** The address of a request; or one sentence that says why it is not sent. */
type Address = { readonly url: URL } | { readonly fault: string };

export type AddressOf = (request: Pick<HttpRequest, 'path' | 'credential'>) => Address;

/**
 * A path leads below the base address and nowhere else. A whole address is for uploads only, and must not lead into the
 * supplier's own network, unless the marketplace itself is there (faults 55 and 56).
 */
export function createAddresses(baseUrl: string): AddressOf {
  const base = checkBase(baseUrl);
  return ({ path, credential }) => {
    if (path.startsWith('/')) return below(base, path);
    if (credential === 'none') return uploadAddress(base, path);
    return { fault: 'the path does not begin with a slash' };
  };
}

function checkBase(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (base === undefined || !isSafe(base) || base.username !== '' || base.search !== '') {
    throw new StockhandError(
      'CONFIG_INVALID',
      'marketplace.baseUrl must be an https:// address (http:// only to an address of this machine)',
    );
  }
  return base;
}

/** `new URL` changes `/a/../b` to `/b` (finding 4): a path that does not come out as it went in is not sent. */
function below(base: URL, path: string): Address {
  const whole = `${base.href.replace(/\/+$/, '')}${path}`;
  const url = new URL(whole);
  const [before = ''] = whole.slice(base.origin.length).split('?');
  return url.origin === base.origin && url.pathname === before
    ? { url }
    : { fault: 'the path would lead to another address' };
}

function uploadAddress(base: URL, address: string): Address {
  if (!URL.canParse(address)) return { fault: 'the upload address is no address' };
  const url = new URL(address);
  if (!isSafe(url)) return { fault: 'the upload address is not https' };
  if (url.username !== '' || url.password !== '') return { fault: 'the upload address has a user' };
  const isNear = url.hostname === base.hostname || isLoopback(base.hostname);
  if (isNear || !isPrivateHost(url.hostname)) return { url };
  return { fault: `the upload address leads into a private network (${url.hostname})` };
}

/** https; http only to this machine (contract section 3). */
function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

const privateNets = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  privateNets.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateNets.addSubnet(net, prefix, 'ipv6');
}

/** An IPv4 address that is written as IPv6 counts as IPv4. */
export function isPrivateAddress(address: string): boolean {
  return privateNets.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? isLoopback(hostname) : isPrivateAddress(bare);
}
