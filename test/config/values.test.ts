import { describe, expect, it } from 'vitest';
import { configOf, marketplace, withSource } from './judged.ts';

describe('defaults', () => {
  it('of a configuration with nothing but the marketplace', async () => {
    const config = await configOf(marketplace);
    expect(JSON.parse(JSON.stringify(config))).toEqual({
      marketplace: {
        baseUrl: 'https://market.example',
        apiKey: '***',
        auth: 'apiKey',
        token: { requestField: 'apiKey', responseField: 'accessToken', expiresField: 'expiresIn' },
        timeout: 30_000,
        maxInFlight: 4,
      },
      dataDir: '/etc/stockhand/data',
      language: 'en',
      results: { folder: '/etc/stockhand/data/results', keep: 30 },
      status: { listen: { host: '127.0.0.1', port: 8480 } },
      alerts: { quietFor: 900_000 },
      log: {
        level: 'info',
        file: '/etc/stockhand/data/log/stockhand.log',
        maxSize: 20_000_000,
        keep: 10,
      },
    });
  });

  it('of a catalogue with one source', async () => {
    const { catalog } = await configOf(withSource());
    const { sources, ...rest } = catalog!;
    expect(rest).toEqual({
      integrationType: 'ERP',
      direction: 'INBOUND',
      sessionFrom: 500,
      vanished: 'ignore',
      openOrders: 'ignore',
      brake: {
        vanished: { share: 0.02, count: 50 },
        zeroed: { share: 0.2, count: 50 },
        factor: 10,
      },
      reconcile: '0 3 * * *',
    });
    const { mapping, ...source } = sources[0]!;
    expect(Object.keys(mapping)).toEqual(['externalId', 'name']);
    expect(source).toEqual({
      name: 'articles',
      kind: 'products',
      folder: '/etc/stockhand/out',
      files: '*.csv',
      contents: 'full',
      pick: 'newest',
      stable: { quiet: 10_000 },
      afterImport: 'keep',
      format: 'csv',
      companions: [],
      encoding: 'auto',
      delimiter: 'auto',
      quote: '"',
      headerRow: [1],
      where: [],
      duplicates: 'reject',
      negative: 'clamp',
      empty: 'keep',
      missing: 'keep',
      tooManyRejected: { share: 0.1, count: 100 },
    });
  });

  it('of orders with nothing but a folder', async () => {
    const { orders } = await configOf(`${marketplace}orders: { outbox: { folder: ./o } }\n`);
    expect(orders).toEqual({
      startFrom: '1970-01-01T00:00:00Z',
      pollEvery: 60_000,
      outbox: {
        folder: '/etc/stockhand/o',
        format: 'json',
        goLive: 'open',
        statuses: 'all',
        origins: ['buyer', 'operator', 'counterSale'],
        acknowledge: 'removed',
        watchdog: 2_700_000,
      },
      accept: 'manual',
      keepDetails: 400 * 86_400_000,
    });
  });

  it('of webhooks with nothing but a secret', async () => {
    const { webhooks } = await configOf(`${marketplace}webhooks: { secrets: [whsec_1] }\n`);
    expect(webhooks).toMatchObject({
      listen: { host: '127.0.0.1', port: 8481 },
      path: '/webhooks/marketplace',
      trustedProxies: [],
    });
    expect(webhooks?.secrets.map(({ value }) => value.reveal())).toEqual(['whsec_1']);
  });

  it('of one limit of a brake keep the other one', async () => {
    const text = withSource().replace('catalog:', 'catalog:\n  brake: { vanished: { count: 9 } }');
    expect((await configOf(text)).catalog?.brake.vanished).toEqual({ share: 0.02, count: 9 });
  });

  it('of pick follow what the files hold', async () => {
    const { catalog } = await configOf(withSource('contents: delta'));
    expect(catalog?.sources[0]?.pick).toBe('each');
  });
});

describe('values in the form that the house reads', () => {
  const sourceWith = async (line: string) =>
    (await configOf(withSource(line))).catalog!.sources[0]!;

  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['400d', 34_560_000_000],
  ])('%s is %d milliseconds', async (written, ms) => {
    const text = marketplace.replace('}', `, timeout: ${written} }`);
    expect((await configOf(text)).marketplace.timeout).toBe(ms);
  });

  it.each([
    ['500kB', 500_000],
    ['20MB', 20_000_000],
    ['1GB', 1_000_000_000],
  ])('%s is %d bytes', async (written, bytes) => {
    const config = await configOf(`${marketplace}log: { maxSize: ${written} }\n`);
    expect(config.log.maxSize).toBe(bytes);
  });

  it.each([
    ['[::1]:9', { host: '::1', port: 9 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
  ])('%s is a host and a port', async (written, listen) => {
    const config = await configOf(`${marketplace}status: { listen: "${written}" }\n`);
    expect(config.status.listen).toEqual(listen);
  });

  it.each([
    ['https://m.example/', 'https://m.example'],
    ['https://m.example/api/', 'https://m.example/api'],
    ['http://127.0.0.1:99', 'http://127.0.0.1:99'],
    ['http://[::1]:99', 'http://[::1]:99'],
    ['http://localhost:99', 'http://localhost:99'],
  ])('the address %s is %s', async (written, baseUrl) => {
    const text = marketplace.replace('https://market.example', written);
    expect((await configOf(text)).marketplace.baseUrl).toBe(baseUrl);
  });

  it('keeps numbers that are texts as they are written', async () => {
    const text = withSource('where: { column: 3, in: [0017, 1.10, true, ~x] }').replace(
      'catalog:',
      'catalog:\n  only: [0017, 4711]',
    );
    const { catalog } = await configOf(text);
    expect(catalog?.only).toEqual(['0017', '4711']);
    expect(catalog?.sources[0]?.where).toEqual([
      { column: '3', values: ['0017', '1.10', 'true', '~x'], wanted: true },
    ]);
  });

  it.each([
    ['{ column: A, equals: J }', { column: 'A', values: ['J'], wanted: true }],
    ['{ column: A, notEquals: J }', { column: 'A', values: ['J'], wanted: false }],
    ['{ column: A, notIn: [J, N] }', { column: 'A', values: ['J', 'N'], wanted: false }],
    ['{ column: A, empty: true }', { column: 'A', values: [''], wanted: true }],
    ['{ column: A, empty: false }', { column: 'A', values: [''], wanted: false }],
    ['{ column: A, notEmpty: true }', { column: 'A', values: [''], wanted: false }],
    ['{ column: A, notEmpty: false }', { column: 'A', values: [''], wanted: true }],
    ['{ column: A, equals: "" }', { column: 'A', values: [''], wanted: true }],
  ])('where %s', async (written, condition) => {
    expect((await sourceWith(`where: ${written}`)).where).toEqual([condition]);
    expect((await sourceWith(`where: [${written}]`)).where).toEqual([condition]);
  });

  it.each([
    ['9', [9]],
    ['[9, 10]', [9, 10]],
    ['none', 'none'],
  ])('headerRow %s', async (written, expected) => {
    expect((await sourceWith(`headerRow: ${written}`)).headerRow).toEqual(expected);
  });

  it.each([
    ['nothing', [], 'none'],
    ['its first row', ['headerRow: 1'], [1]],
  ])('headerRow of format: fixed, where %s is written', async (_, written, expected) => {
    const columns = 'columns: [{ name: A, start: 1, length: 8 }]';
    const config = await configOf(withSource('format: fixed', columns, ...written));
    expect(config.catalog?.sources[0]?.headerRow).toEqual(expected);
  });

  it('keeps the example of numbers and adds its style', async () => {
    expect(await sourceWith('numbers: "1.234,56"')).toMatchObject({
      numbers: '1.234,56',
      numberStyle: { decimal: ',', thousands: '.' },
    });
    expect(await sourceWith('numbers: 1234.56')).toMatchObject({
      numberStyle: { decimal: '.', thousands: '' },
    });
  });

  it('writes a tab for the word', async () => {
    expect((await sourceWith('delimiter: tab')).delimiter).toBe('\t');
    expect((await sourceWith('delimiter: "\\t"')).delimiter).toBe('\t');
  });

  it('resolves paths as the machine writes them', async () => {
    const text = `${marketplace}dataDir: ..\\data\nresults: { folder: '\\\\srv\\share\\out' }\n`;
    const config = await configOf(text, { platform: 'win32' });
    expect([config.dataDir, config.results.folder, config.log.file]).toEqual([
      'C:\\data',
      '\\\\srv\\share\\out',
      'C:\\data\\log\\stockhand.log',
    ]);
  });

  it.each([
    ['when the day that is told is over', '2026-12-31', Date.UTC(2027, 0, 1)],
    ['at the moment that is told', '2026-12-31T18:00:00Z', Date.UTC(2026, 11, 31, 18)],
  ])('ends a webhook secret %s', async (_, until, end) => {
    const text = `${marketplace}webhooks: { secrets: [{ value: a, until: "${until}" }] }\n`;
    const { webhooks } = await configOf(text);
    expect(webhooks?.secrets[0]?.until).toBe(end);
  });

  it.each([
    ['now', 'now'],
    ['"2026-01-31T00:00:00Z"', '2026-01-31T00:00:00Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T02:00:00+02:00', '2026-01-31T00:00:00.000Z'],
    // The marketplace refuses a moment without seconds.
    ['"2026-01-31T00:00Z"', '2026-01-31T00:00:00.000Z'],
  ])('begins to read the feed at %s', async (written, expected) => {
    const text = `${marketplace}orders: { startFrom: ${written}, outbox: { folder: o } }\n`;
    expect((await configOf(text)).orders?.startFrom).toBe(expected);
  });
});
