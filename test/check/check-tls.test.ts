import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { trustOf } from '../../src/tls-files.ts';
import { openShop } from '../support/catalog.ts';
import { selfSigned } from '../web/self-signed.ts';

const sources =
  '  sources:\n    - { name: wares, folder: ./out, files: "*.csv", mapping: { externalId: Nr, name: Name } }';
const webhooks =
  'webhooks: { secrets: [whsec_x], tls: { cert: ./own.pem, key: ./own.key } }\norders: { outbox: { folder: ./orders } }\n';
const { cert, key } = selfSigned(Date.parse('2036-01-01T00:00:00Z'));

it.each<[string, string | undefined, string[]]>([
  ['is not there', undefined, ['webhooks.tls: The TLS certificate', 'own.pem cannot be read.']],
  ['is none', 'nonsense', ['webhooks.tls: The TLS file', 'own.pem is not valid PEM.']],
  ['is right', cert, []],
])('check says before a start fails at it that a certificate %s', async (_, text, expected) => {
  const shop = await openShop(sources, webhooks);
  shop.write('own.key', key);
  if (text !== undefined) shop.write('own.pem', text);
  expect(await errorsOf(shop.config)).toEqual(
    expected.length === 0 ? [] : [expect.stringMatching(new RegExp(expected.join('.*')))],
  );
});

const dayMs = 24 * 60 * 60_000;

it.each<[number, string | undefined]>([
  [-1, 'The certificate of webhooks.tls has expired.'],
  [20, 'The certificate of webhooks.tls expires soon.'],
  [22, undefined],
])('fault 106: check warns of a certificate that is valid for %i more days', async (days, told) => {
  const shop = await openShop(sources, webhooks);
  const pair = selfSigned(Date.now() + days * dayMs);
  shop.write('own.key', pair.key);
  shop.write('own.pem', pair.cert);
  const { findings } = await check(shop.config, { offline: true });
  const said = findings.filter(({ place }) => place === 'webhooks.tls');
  expect(said).toEqual(
    told === undefined
      ? []
      : [expect.objectContaining({ level: 'warning', sentence: expect.stringContaining(told) })],
  );
});

it.each<[string, string | undefined, string | undefined]>([
  ['is not there', undefined, 'own.pem cannot be read.'],
  ['is none', 'nonsense', 'own.pem is not a certificate in PEM format.'],
  ['is right', `our root\n${cert}`, undefined],
])(
  'fault 60: a root certificate of our own that %s ends the start with its name, and check with it',
  async (_, text, wrong) => {
    const shop = await openShop(sources);
    if (text !== undefined) shop.write('own.pem', text);
    const marketplace = { ...shop.config.marketplace, ca: `${shop.folder}/own.pem` };
    if (wrong === undefined) {
      expect(trustOf(marketplace)).toEqual({ ca: text });
      return;
    }
    // Online too: nobody can be asked, and that is no fault of the network.
    expect(await errorsOf({ ...shop.config, marketplace }, false)).toEqual([
      expect.stringContaining(wrong),
    ]);
    expect(() => trustOf(marketplace)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining(wrong) }),
    );
  },
);

async function errorsOf(config: Parameters<typeof check>[0], offline = true): Promise<string[]> {
  const { findings } = await check(config, { offline });
  return findings
    .filter(({ level }) => level === 'error')
    .map(({ place, sentence }) => `${place}: ${sentence}`);
}
