import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './address.ts';

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Name resolution for uploads: a public name that resolves into a private network ends the request, so that the
 * address which the service hands out never opens the supplier's own machines (fault 56).
 */
export function createPublicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return callback(error, '');
      if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
        return callback(privateNetwork(), '');
      }
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function privateNetwork(): NodeJS.ErrnoException {
  return Object.assign(new Error('the name leads into a private network'), { code: 'EPRIVATE' });
}
