import { z } from 'zod';
import { Secret } from '../domain/secret.ts';
import { isLoopback, refuse, text } from './kinds.ts';

/** The marketplace's address without a slash at its end; https, or http to this machine (contract section 3). */
export const baseUrl = z
  .string()
  .meta({ title: 'address' })
  .transform((value, context) => {
    const url = parsed(value, ['http:', 'https:']);
    if (url === undefined)
      return refuse(context, 'must be an address such as https://market.example');
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
      return refuse(
        context,
        'must begin with https://; http:// is allowed only for an address of this machine',
      );
    }
    // In the text, because a sign with nothing behind it is no search and no hash.
    if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) {
      return refuse(context, 'must not contain a user, a password, a ? or a #');
    }
    return url.href.replace(/\/+$/, '');
  });

/** The address that the marketplace delivers to (spec "Webhook management": HTTPS only). */
export const publicUrl = z
  .string()
  .meta({ title: 'address' })
  .transform((value, context) => {
    const url = parsed(value, ['https:']);
    return (
      url?.href ??
      refuse(context, 'must begin with https://: the marketplace does not accept any other address')
    );
  });

/** Addresses that may hold a password or are one, as chat hooks are: kept as Secret (fault 119). */
export function secretUrl(protocols: readonly string[]) {
  return text.meta({ title: 'secret address', writeOnly: true }).transform((value, context) => {
    const url = parsed(value, protocols);
    if (url === undefined)
      return refuse(
        context,
        protocols.some((protocol) => value.startsWith(`${protocol}//`))
          ? 'is no address that can be read: in its user and password write / as %2F, ? as %3F and # as %23'
          : `must be an address that begins with ${protocols.join('// or ')}//`,
      );
    if (!isEncoded(url.username + url.password))
      return refuse(context, 'must have each % in its user and password written as %25');
    return new Secret(value);
  });
}

/** Whoever logs in with it decodes it, and would fail far from here. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function parsed(value: string, protocols: readonly string[]): URL | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return protocols.includes(url.protocol) ? url : undefined;
}
