import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Address } from '../config/declaration.ts';
import { authority, isLoopback } from './address.ts';
import { headerValues } from './delivery.ts';

/** The addresses under which a page may be asked for (fault 107). */
export interface OwnHosts {
  readonly scheme: 'http' | 'https';
  /** Authorities, in lower case: `127.0.0.1:8480`, `localhost:8480`, … */
  readonly names: ReadonlySet<string>;
  /**
   * Set where the page is bound to every address: there any IP address may be the Host, because rebinding needs a name.
   */
  readonly anyAddressAtPort?: number;
}

/** The port that a browser leaves out. */
const impliedPorts = { http: 80, https: 443 } as const;

/** `computerName` counts where the page is bound to every address, so that it can be typed. */
export function ownHosts(listen: Address, tls: boolean, computerName: string): OwnHosts {
  const { host, port } = listen;
  const wildcard = host === '0.0.0.0' || host === '::';
  const loopback = ['127.0.0.1', 'localhost', '::1'];
  const hosts = isLoopback(host)
    ? [...loopback, host]
    : wildcard
      ? [...loopback, computerName]
      : [host];
  const names = hosts.map((name) => authority(name, port).toLowerCase());
  const scheme = tls ? 'https' : 'http';
  const implied = port === impliedPorts[scheme];
  const bare = implied ? names.map((name) => name.slice(0, name.lastIndexOf(':'))) : [];
  return {
    scheme,
    names: new Set([...names, ...bare]),
    ...(wildcard ? { anyAddressAtPort: port } : {}),
  };
}

/** True when the request names exactly one Host and it is ours. */
export function hostIsOwn(request: IncomingMessage, own: OwnHosts): boolean {
  const [host, ...more] = headerValues(request, 'host');
  if (host === undefined || more.length > 0) return false;
  const asked = host.toLowerCase();
  if (own.names.has(asked)) return true;
  if (own.anyAddressAtPort === undefined) return false;
  const [, address = '', port = impliedPorts[own.scheme]] =
    /^\[?([0-9a-f.:]+?)\]?(?::(\d{1,5}))?$/.exec(asked) ?? [];
  return isIP(address) !== 0 && Number(port) === own.anyAddressAtPort;
}

/**
 * Why a request that another site caused is refused, or undefined (fault 108). Browsers say in Origin and
 * Sec-Fetch-Site where a request comes from. A link to the page itself is the one thing that another site may do.
 */
export function foreignOrigin(request: IncomingMessage, own: OwnHosts): string | undefined {
  const { headers, method } = request;
  const origin = headers.origin?.toLowerCase();
  const ours = `${own.scheme}://${headers.host}`.toLowerCase();
  if (origin !== undefined && origin !== ours)
    return `The request comes from another site: its Origin is not ${ours}.`;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  const visit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  const framed = headers['sec-fetch-dest'] !== 'document';
  return visit && !framed ? undefined : 'The request comes from another site.';
}

/** Sent with every answer of the status listener (fault 110). The pages need nothing from elsewhere. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // Not no-referrer: with it a browser sends a form, such as that of the log-in, as `Origin: null`.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
