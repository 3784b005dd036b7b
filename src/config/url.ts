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
        'must begin with https://; http:// only goes to an address of this machine',
      );
    }
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
      return refuse(context, 'must not hold a user, a password, a ? or a #');
    }
    return url.href.replace(/\/+$/, '');
  });

/** The address that the marketplace delivers to (spec "Webhook management": HTTPS only). */
export const publicUrl = z
  .string()
  .meta({ title: 'address' })
  .transform((value, context) => {
    const url = parsed(value, ['https:']);
    return url?.href ?? refuse(context, 'must begin with https://: the marketplace takes no other');
  });

/** Addresses that may hold a password or are one, as chat hooks are: kept as Secret (fault 119). */
export function secretUrl(protocols: readonly string[]) {
  return text.meta({ title: 'secret address', writeOnly: true }).transform((value, context) => {
    if (parsed(value, protocols) !== undefined) return new Secret(value);
    return refuse(context, `must be an address that begins with ${protocols.join('// or ')}//`);
  });
}

function parsed(value: string, protocols: readonly string[]): URL | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return protocols.includes(url.protocol) ? url : undefined;
}
