import { BlockList, isIP } from 'node:net';

/** The part of an address that one party holds: all of an IPv4 address, and the /64 of an IPv6 address. */
export function addressKey(address: string): string {
  const plain = withoutMapping(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address);
  return (
    plain === '::1' || plain === 'localhost' || (isIP(plain) === 4 && plain.startsWith('127.'))
  );
}

/** Tells whether an address is one of `ranges` (`127.0.0.1`, `10.0.0.0/8`, `fd00::/8`). */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = withoutMapping(address);
    return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}

/** `host:port` as it is in a URL. */
export function authority(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A dual-stack socket shows an IPv4 peer as ::ffff:127.0.0.1. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
