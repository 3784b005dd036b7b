import { describe, expect, it } from 'vitest';
import { errorsIn, judged, marketplace, withSource } from './judged.ts';

describe('errors with their line and column', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a misspelt key with the name that was meant',
      'marketplace:\n  baseUrl: https://m.example\n  apiKy: x\n',
      ['3:3 unknown key "apiKy" in marketplace - did you mean "apiKey"?'],
    ],
    [
      'a key at the wrong place with its home',
      `${marketplace}timeout: 3s\n`,
      ['2:1 unknown key "timeout" - it belongs in marketplace'],
    ],
    [
      'a key of the top level that stands deeper',
      `${marketplace}results: { language: de }\n`,
      ['2:12 unknown key "language" in results - it belongs at the top level'],
    ],
    [
      'a key like no other with the names that are known',
      `${marketplace}status: { colour: red }\n`,
      ['2:11 unknown key "colour" in status - known here: listen, password, tls'],
    ],
    [
      'a missing key at its group',
      'dataDir: ./d\nmarketplace:\n  apiKey: x\n',
      ['2:1 baseUrl is missing in marketplace. Add it.'],
    ],
    ['a missing group at the top', 'dataDir: ./d\n', ['1:1 marketplace is missing. Add it.']],
    [
      'a key without a value',
      `${marketplace}orders:\n`,
      ['2:1 orders is empty. Give it a value, or remove the line.'],
    ],
    [
      'a group where a text belongs',
      `${marketplace}dataDir: { a: b }\n`,
      ['2:10 dataDir must be a text'],
    ],
    [
      'a list where a group belongs',
      `${marketplace}log: []\n`,
      ['2:6 log must be a group of keys'],
    ],
    [
      'a text where a list belongs',
      `${marketplace}catalog: { sources: x }\n`,
      ['2:21 catalog.sources must be a list'],
    ],
    [
      'a value of a choice that is close to one',
      `${marketplace}language: dee\n`,
      ['2:11 language must be one of en, de - did you mean de?'],
    ],
    [
      'a value of a choice that is close to none',
      `${marketplace}log: { level: loudly }\n`,
      ['2:15 log.level must be one of error, warn, info, debug, trace'],
    ],
    [
      'a number out of its range',
      'marketplace: { baseUrl: https://m.example, apiKey: k, maxInFlight: 65 }\n',
      ['1:68 marketplace.maxInFlight must be a whole number from 1 to 64'],
    ],
    [
      'a duration without its unit',
      'marketplace: { baseUrl: https://m.example, apiKey: k, timeout: 30 }\n',
      ['1:64 marketplace.timeout must be a duration such as 30s, 5m, 2h or 400d'],
    ],
    [
      'a duration that is too short',
      'marketplace: { baseUrl: https://m.example, apiKey: k, timeout: 0s }\norders: { pollEvery: 10ms, outbox: { folder: o } }\n',
      [
        '1:64 marketplace.timeout must be 1ms at least',
        '2:22 orders.pollEvery must be 1000ms at least',
      ],
    ],
    [
      'a size without its unit',
      `${marketplace}log: { maxSize: 20 }\n`,
      ['2:17 log.maxSize must be a size such as 500kB, 20MB or 1GB'],
    ],
    [
      'a share above 100%',
      `${marketplace}catalog: { sources: [], brake: { vanished: { share: 101% } } }\n`,
      [
        '2:21 catalog.sources must have at least one source',
        '2:53 catalog.brake.vanished.share must be a share from 0% to 100%, such as 2%',
      ],
    ],
    [
      'http to another machine',
      'marketplace: { baseUrl: "http://market.example", apiKey: k }\n',
      [
        '1:25 marketplace.baseUrl must begin with https://; http:// is allowed only for an address of this machine',
      ],
    ],
    [
      'an address that holds a password',
      'marketplace: { baseUrl: "https://u:p@market.example", apiKey: k }\n',
      ['1:25 marketplace.baseUrl must not contain a user, a password, a ? or a #'],
    ],
    [
      'an address that ends with a ?',
      'marketplace: { baseUrl: "https://market.example/?", apiKey: k }\n',
      ['1:25 marketplace.baseUrl must not contain a user, a password, a ? or a #'],
    ],
    [
      'a password with a sign that ends it',
      `${marketplace}alerts: { mail: { smtp: "smtps://me:pa#s@mail.local", from: a@b.c, to: [a@b.c] } }\n`,
      [
        '2:25 alerts.mail.smtp is no address that can be read: in its user and password write / as %2F, ? as %3F and # as %23',
      ],
    ],
    [
      'a key that no header takes',
      'marketplace: { baseUrl: https://m.example, apiKey: "a\\nb" }\n',
      [
        '1:52 marketplace.apiKey must not contain line ends or other characters that are not allowed in a header',
      ],
    ],
    [
      'a key that is the name of a variable, as a shell writes it',
      'marketplace: { baseUrl: https://m.example, apiKey: $API_KEY }\n',
      [
        `1:52 marketplace.apiKey is the name of a variable and not its value: write a variable as \${NAME}`,
      ],
    ],
    [
      'a pattern of cron that is none',
      withSource().replace('catalog:', 'catalog:\n  reconcile: "61 3 * * *"'),
      [
        '3:14 catalog.reconcile must be a cron pattern of five fields, such as "0 3 * * *" for three in the night',
      ],
    ],
    [
      'an encoding that does not exist',
      withSource('encoding: windos-1252'),
      [
        '8:17 catalog.sources[0].encoding must be auto, utf-8, utf-16le, utf-16be, windows-1250 to 1258, iso-8859-1 to 16, koi8-r, koi8-u, macintosh or a code page of DOS such as cp437, cp850 or cp866 - did you mean windows-1252?',
      ],
    ],
    [
      'an encoding that no export is read in',
      withSource('encoding: shift_jis'),
      [
        '8:17 catalog.sources[0].encoding must be auto, utf-8, utf-16le, utf-16be, windows-1250 to 1258, iso-8859-1 to 16, koi8-r, koi8-u, macintosh or a code page of DOS such as cp437, cp850 or cp866',
      ],
    ],
    [
      'pictures that do not say whose they are',
      withSource().replace('catalog:', 'catalog:\n  pictures: { folder: p, files: "*.jpg" }'),
      [
        '3:33 catalog.pictures.files must contain {externalId}, because it tells to which article a picture belongs',
      ],
    ],
    [
      'pictures by a glob or in folders, which would find none',
      withSource().replace(
        'catalog:',
        'catalog:\n  pictures: { folder: p, files: "{externalId}.*" }',
      ),
      [
        '3:33 catalog.pictures.files must have no *, ? or folder: list the endings, as in "{externalId}.{jpg,png}"',
      ],
    ],
    [
      'a webhook secret in no known form',
      `${marketplace}webhooks: { secrets: [{ valu: x }, []] }\n`,
      [
        '2:25 unknown key "valu" in webhooks.secrets[0] - did you mean "value"?',
        '2:36 webhooks.secrets[1] must be a text or a group of keys',
      ],
    ],
    [
      'a proxy range that is none',
      `${marketplace}webhooks: { secrets: [x], trustedProxies: [10.0.0.0/33, 0.0.0.0/0] }\n`,
      [
        '2:44 webhooks.trustedProxies[0] must be an IP address or a range such as 10.0.0.0/8, and not all addresses (/0)',
        '2:57 webhooks.trustedProxies[1] must be an IP address or a range such as 10.0.0.0/8, and not all addresses (/0)',
      ],
    ],
    [
      'an address to listen on without a port',
      `${marketplace}webhooks: { secrets: [x], listen: localhost }\n`,
      ['2:35 webhooks.listen must be host:port, such as 127.0.0.1:8480'],
    ],
    [
      'a public address that is not https',
      `${marketplace}webhooks: { secrets: [x], publicUrl: "http://erp.example" }\n`,
      [
        '2:38 webhooks.publicUrl must begin with https://: the marketplace does not accept any other address',
      ],
    ],
    [
      'a password in an address whose % is not encoded',
      'marketplace: { baseUrl: https://m.example, apiKey: k, proxy: "http://bob:50%off@proxy.local" }\n',
      ['1:62 marketplace.proxy must have each % in its user and password written as %25'],
    ],
    [
      'a mail address without its host',
      `${marketplace}alerts: { mail: { smtp: smtp://mail.local, from: lager, to: [a@b.example] } }\n`,
      ['2:50 alerts.mail.from must be a mail address'],
    ],
    [
      'nothing at all',
      '',
      [
        '1:1 the file must hold keys such as marketplace:. Begin with a copy of config/stockhand.example.yaml.',
      ],
    ],
    [
      'a list as the whole file',
      '- a\n',
      [
        '1:1 the file must hold keys such as marketplace:. Begin with a copy of config/stockhand.example.yaml.',
      ],
    ],
  ];

  it.each(table)('fault 121: names %s', async (_, text, expected) => {
    expect(await errorsIn(text)).toEqual(expected);
  });

  it('tells all mistakes in one go, in the order of the file', async () => {
    const text = `marketplace:
  baseUrl: ftp://market.example
  apiKey: \${NOT_SET}
catalog:
  sources:
    - name: a
      folder: ./out
      files: "*.csv"
      mapping: { externalId: A, name: B, unitPrice: C }
    - name: b
      folder: ./out
      files: "*.csv"
      mapping: { externalId: A, name: B }
orders:
  outbox: { folder: ./orders, acknowledge: none }
  accept: onAcknowledged
status:
  listen: 0.0.0.0:8480
  pasword: x
`;
    expect((await errorsIn(text)).map((error) => error.split(' ')[0])).toEqual([
      '2:12',
      '3:11',
      '9:42',
      '13:33',
      '16:11',
      '18:11',
      '19:3',
    ]);
  });

  it('gives each error its code, file and remedy', async () => {
    const result = await judged('dataDir: x\n');
    expect(result).toEqual({
      errors: [
        {
          code: 'CONFIG_INVALID',
          file: 's.yaml',
          line: 1,
          column: 1,
          message: 'marketplace is missing',
          remedy: 'Add it.',
        },
      ],
    });
  });
});
