import { describe, expect, it } from 'vitest';
import { privateAddressesOf, urlFault } from '../../src/marketplace/webhook-url.ts';

const market = 'https://market.example';

describe('the address of an endpoint (spec "Webhook URL requirements")', () => {
  it.each([
    'https://erp.supplier.example/webhooks/marketplace',
    'https://erp.supplier.example:8443/x?y=z',
    'https://93.184.216.34/x',
    'https://[2606:2800:220:1::1]/x',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://100.63.0.1/',
    'https://100.128.0.1/',
  ])('%s may be sent', (url) => {
    expect(urlFault(url, market)).toBeUndefined();
  });

  it.each([
    ['erp.supplier.example/x', 'is not an address'],
    ['http://erp.supplier.example/x', 'must begin with https://'],
    ['ftp://erp.supplier.example/x', 'must begin with https://'],
    ['https://localhost/x', 'this machine (localhost)'],
    ['https://erp.localhost./x', 'this machine (erp.localhost)'],
    ['https://127.9.9.9/x', 'this machine (127.9.9.9)'],
    ['https://0x7f.1/x', 'this machine (127.0.0.1)'],
    ['https://2130706433/x', 'this machine (127.0.0.1)'],
    ['https://[::1]/x', 'this machine (::1)'],
    ['https://10.0.0.5/x', 'private or reserved network (10.0.0.5)'],
    ['https://172.16.0.1/x', 'private or reserved network'],
    ['https://172.31.255.255/x', 'private or reserved network'],
    ['https://192.168.1.5/x', 'private or reserved network'],
    ['https://169.254.169.254/latest/meta-data', 'private or reserved network'],
    ['https://100.64.0.1/x', 'private or reserved network'],
    ['https://100.127.0.1/x', 'private or reserved network'],
    ['https://240.0.0.1/x', 'private or reserved network'],
    ['https://[fe80::1]/x', 'private or reserved network'],
    ['https://[fd00::1]/x', 'private or reserved network'],
    ['https://[::ffff:10.0.0.5]/x', 'private or reserved network'],
    ['https://[::ffff:127.0.0.1]/x', 'not to a public address'],
    ['https://metadata.google.internal/x', 'the metadata service'],
    ['https://METADATA.google.internal./x', 'the metadata service'],
  ])('%s is not sent, and the reason is reported', (url, reason) => {
    expect(urlFault(url, market)).toContain(reason);
  });

  it('a marketplace on this machine, a sandbox, delivers to this machine without TLS', () => {
    const sandbox = 'http://127.0.0.1:4010';
    expect(urlFault('http://127.0.0.1:8481/webhooks', sandbox)).toBeUndefined();
    expect(urlFault('http://localhost:8481/webhooks', sandbox)).toBeUndefined();
    expect(urlFault('http://192.168.1.5/webhooks', sandbox)).toContain('https://');
    expect(urlFault('https://192.168.1.5/webhooks', sandbox)).toContain('private');
  });

  it('a name that leads into a private network, seen from here, is reported and is no fault', async () => {
    expect(await privateAddressesOf('https://localhost/x')).toContain('127.0.0.1');
    expect(await privateAddressesOf('https://10.0.0.5/x')).toEqual([]);
  });
});
