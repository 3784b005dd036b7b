import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createAddresses, isPrivateAddress } from '../../src/marketplace/address.ts';
import { failureOf } from '../../src/marketplace/failure.ts';
import { createPublicLookup } from '../../src/marketplace/lookup.ts';

describe('the base address', () => {
  it.each([
    'https://market.example',
    'https://market.example/base/',
    'http://127.0.0.1:4010',
    'http://localhost:1',
    'http://[::1]:1',
  ])('may be %s', (baseUrl) => {
    const address = createAddresses(baseUrl)({ path: '/x?y=1', credential: 'bearer' });
    expect('url' in address && address.url.href).toBe(`${baseUrl.replace(/\/$/, '')}/x?y=1`);
  });

  it.each([
    'http://market.example',
    'http://10.0.0.1',
    'ftp://market.example',
    'market.example',
    '',
    'https://user@market.example',
    'https://market.example?x=1',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
  ])('fault 55: may not be %j', (baseUrl) => {
    expect(() => createAddresses(baseUrl)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    );
  });
});

describe('fault 56: the address that an upload goes to', () => {
  const upload = (path: string, base = 'https://market.example') =>
    createAddresses(base)({ path, credential: 'none' });

  it.each([
    'https://storage.example/u?sig=1',
    'https://203.0.113.9/u',
    'https://[2001:db8::1]/u',
    'https://market.example/u',
  ])('may be %s', (address) => {
    expect(upload(address)).toHaveProperty('url');
  });

  it.each([
    ['plain http', 'http://storage.example/u'],
    ['cloud metadata', 'https://169.254.169.254/latest'],
    ['a private network', 'https://10.1.2.3/u'],
    ['another private network', 'https://192.168.1.1/u'],
    ['this machine', 'https://127.0.0.1/u'],
    ['this machine by name', 'https://localhost/u'],
    ['this machine as a number', 'https://2130706433/u'],
    ['this machine in IPv6', 'https://[::1]/u'],
    ['IPv4 inside IPv6', 'https://[::ffff:169.254.169.254]/u'],
    ['unique local IPv6', 'https://[fd00::1]/u'],
    ['carrier-grade NAT', 'https://100.64.0.1/u'],
    ['a user inside', 'https://user:pass@storage.example/u'],
    ['no address', 'storage.example/u'],
    ['another protocol', 'file:///etc/passwd'],
  ])('may not be %s', (_name, address) => {
    expect(upload(address)).toHaveProperty('fault');
  });

  it('may be near where the marketplace is near', () => {
    expect(upload('http://127.0.0.1:4011/u', 'http://127.0.0.1:4010')).toHaveProperty('url');
    expect(upload('https://10.0.0.5/u', 'https://10.0.0.5')).toHaveProperty('url');
    expect(upload('https://10.0.0.6/u', 'https://10.0.0.5')).toHaveProperty('fault');
  });
});

it.each([
  ['8.8.8.8', false],
  ['172.15.255.255', false],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['0.0.0.0', true],
  ['240.0.0.1', true],
  ['255.255.255.255', true],
  ['::', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['2606:4700::1111', false],
])('%s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});

describe('fault 56: a public name that leads into a private network', () => {
  const lookup = (addresses: LookupAddress[], all: boolean, error: Error | null = null) =>
    new Promise<unknown>((resolve) => {
      const guarded = createPublicLookup((_host, _options, callback) => callback(error, addresses));
      guarded('storage.example', { all }, (failure, address, family) => {
        resolve(failure === null ? [address, family] : (failure as NodeJS.ErrnoException).code);
      });
    });
  const open = { address: '203.0.113.9', family: 4 };
  const near = { address: '10.0.0.1', family: 4 };

  it('is refused, also when only one of its addresses does', async () => {
    expect(await lookup([near], true)).toBe('EPRIVATE');
    expect(await lookup([open, near], true)).toBe('EPRIVATE');
    expect(await lookup([], false)).toBe('EPRIVATE');
  });

  it('is told from a public one and from a name that is not found', async () => {
    expect(await lookup([open], true)).toEqual([[open], undefined]);
    expect(await lookup([open], false)).toEqual(['203.0.113.9', 4]);
    expect(await lookup([], true, Object.assign(new Error('x'), { code: 'ENOTFOUND' }))).toBe(
      'ENOTFOUND',
    );
  });
});

describe('why fetch failed', () => {
  const wrapped = (cause: unknown) => new TypeError('fetch failed', { cause });
  const coded = (code: string, syscall?: string) =>
    Object.assign(new Error('secret words'), { code, syscall });

  it.each([
    ['ENOTFOUND', wrapped(coded('ENOTFOUND')), 'dns'],
    ['EAI_AGAIN', wrapped(coded('EAI_AGAIN')), 'dns'],
    ['ECONNREFUSED', wrapped(coded('ECONNREFUSED', 'connect')), 'refused'],
    ['a connect that was reset', wrapped(coded('ECONNRESET', 'connect')), 'refused'],
    ['a read that was reset', wrapped(coded('ECONNRESET', 'read')), 'reset'],
    ['no route while connecting', wrapped(coded('ENETUNREACH', 'connect')), 'refused'],
    ['no socket left to connect with', wrapped(coded('EMFILE', 'connect')), 'refused'],
    ['a route that was lost under way', wrapped(coded('EHOSTUNREACH', 'read')), 'reset'],
    ['a socket that ended', wrapped(coded('UND_ERR_SOCKET')), 'reset'],
    ['a connect that took too long', wrapped(coded('UND_ERR_CONNECT_TIMEOUT')), 'timeout'],
    ['an expired certificate', wrapped(coded('CERT_HAS_EXPIRED')), 'tls'],
    ['OpenSSL', wrapped(coded('ERR_SSL_WRONG_VERSION_NUMBER')), 'tls'],
    [
      'several addresses',
      wrapped(
        new AggregateError([coded('ECONNREFUSED', 'connect'), coded('ENETUNREACH', 'connect')], ''),
      ),
      'refused',
    ],
    ['a proxy', wrapped(coded('UND_ERR_ABORTED')), 'refused'],
    ['a parser', wrapped(coded('HPE_INVALID_CONSTANT')), 'unreadable'],
    ['nothing that is known', new Error('secret words'), 'unreadable'],
    ['a text', 'thrown', 'unreadable'],
  ])('%s is named without quoting the error', (_name, error, cause) => {
    const outcome = failureOf(error);
    expect(outcome).toMatchObject({ kind: 'none', cause });
    expect(outcome.detail).not.toContain('secret');
  });

  it.each([
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'the server refused the TLS handshake'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'the server refused the TLS handshake'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'the TLS handshake failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate was not accepted'],
    ['ERR_SSL_CERTIFICATE_VERIFY_FAILED', 'the certificate was not accepted'],
  ])('tells what went wrong of TLS: %s', (code, sentence) => {
    const outcome = failureOf(wrapped(coded(code)));
    expect(outcome).toMatchObject({ cause: 'tls' });
    expect(outcome.detail).toContain(sentence);
    expect(outcome.detail).toContain(code);
  });

  it('tells a port that speaks no TLS from a certificate', () => {
    const { detail } = failureOf(wrapped(coded('ERR_SSL_WRONG_VERSION_NUMBER')));
    expect(detail).toBe('what answers at this port speaks no TLS, so https:// needs another one');
  });
});
