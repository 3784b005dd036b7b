import { describe, expect, it } from 'vitest';
import { request, sendRaw } from './raw-client.ts';
import { sampleFacts } from './sample-facts.ts';
import { openPage, passTime, useStatus } from './status-fixture.ts';

const status = useStatus();

describe('the status listener', () => {
  it('gives the facts as they are', async () => {
    const answer = await fetch(`${await status().start()}/api/status`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(sampleFacts)));
  });

  it('gives each part its key, null where it is not configured', async () => {
    const { catalog: _, orders: __, webhooks: ___, ...rest } = sampleFacts;
    status().facts = () => rest;
    const answer = await fetch(`${await status().start()}/api/status`);
    const parts = { catalog: null, orders: null, webhooks: null };
    expect(await answer.json()).toEqual({ ...JSON.parse(JSON.stringify(rest)), ...parts });
  });

  it('answers 304 to who has the facts already', async () => {
    const url = await status().start();
    for (const path of ['/api/status', '/api/page', '/base.css']) {
      const etag = (await fetch(url + path)).headers.get('etag') ?? '';
      const again = await fetch(url + path, { headers: { 'if-none-match': etag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  it('shows the sentence and what needs a person without JavaScript', async () => {
    const { html, headers } = await openPage(await status().start());
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain(sampleFacts.sentence);
    for (const { what, effect, fix } of sampleFacts.needsYou) {
      for (const text of [what, effect, fix]) expect(html).toContain(text);
    }
    expect(html).toContain('Sandbox: no real marketplace');
  });

  it('fault 118: shows nothing that turns the direction of a line', async () => {
    status().facts = () => ({ ...sampleFacts, headline: 'Artikel \u202eABC' });
    const url = await status().start();
    const { html } = await openPage(url);
    const page = await (await fetch(`${url}/api/page`)).text();
    expect([html, page]).toEqual(Array(2).fill(expect.stringContaining('Artikel ␣ABC')));
  });

  it('says what a command needs where the configuration is not found by itself', async () => {
    const { html } = await openPage(await status().start({ file: '/opt/a b.yaml' }));
    expect(html).toContain(
      '<p>Commands need the addition: <code>--config &quot;/opt/a b.yaml&quot;</code></p>',
    );
    expect((await openPage(await status().start())).html).not.toContain('--config');
  });

  it('speaks German', async () => {
    const { html } = await openPage(await status().start({ language: 'de' }));
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('Braucht Sie');
    expect(html).toContain('18.402');
  });

  it('asks the daemon once for many pages at once', async () => {
    let reads = 0;
    status().facts = () => {
      reads += 1;
      return sampleFacts;
    };
    const url = await status().start();
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/page`)));
    expect(reads).toBe(1);
    status().clock.advance(1_000);
    await fetch(`${url}/api/page`);
    expect(reads).toBe(2);
  });

  it('serves nothing but the files of the page', async () => {
    const url = await status().start();
    const style = await fetch(`${url}/base.css`);
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await fetch(`${url}/page.js`)).headers.get('content-type')).toContain('javascript');
    const port = Number(new URL(url).port);
    const others = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/base.css/',
      '/base.css%00',
      '/..%5cx',
      '/%zz',
    ];
    for (const path of others) {
      const answer = await sendRaw(port, request(`GET ${path}`, [`Host: 127.0.0.1:${port}`]));
      expect([path, ...answer.statuses]).toEqual([path, 404]);
    }
  });

  it('tells the whole story of one item', async () => {
    const url = await status().start();
    const story = await fetch(`${url}/api/why?product=${encodeURIComponent('ART/1 ü')}`);
    expect(await story.json()).toEqual({ text: '{"product":"ART/1 ü"}', isKnown: true });
    expect(await (await fetch(`${url}/api/why?order=10231`)).json()).toMatchObject({
      text: '{"order":"10231"}',
    });
    const wrong = [
      '',
      '?product=',
      '?sku=1',
      '?product=1&product=2',
      '?product=1&order=2',
      `?order=${'9'.repeat(256)}`,
    ];
    for (const query of wrong) {
      expect([query, (await fetch(`${url}/api/why${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('gives the facts as metrics', async () => {
    const answer = await fetch(`${await status().start()}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    expect(text).toContain('stockhand_state{state="needsYou"} 1');
    expect(text).toContain('stockhand_requests_total{kind="stock"} 460');
    expect(text).toContain('stockhand_source_last_success_seconds{source="stock"} 1795160700');
    expect(text).toContain('stockhand_order_files{state="unacknowledged"} 7');
  });

  it('leaves out of the metrics what is not known', async () => {
    const { catalog: _, orders: __, webhooks: ___, ...rest } = sampleFacts;
    const { lastAnswerAt: ____, ...marketplace } = rest.marketplace;
    status().facts = () => ({ ...rest, marketplace });
    const text = await (await fetch(`${await status().start()}/metrics`)).text();
    expect(text).not.toContain('stockhand_products');
    expect(text).not.toContain('stockhand_last_answer_seconds');
    expect(text).toContain('stockhand_needs_you 2');
  });

  it('has no number of files that the ERP has yet to take where it acknowledges none', async () => {
    const orders = sampleFacts.orders!;
    const outbox = { ...orders.outbox, isNeverAcknowledged: true as const };
    status().facts = () => ({ ...sampleFacts, orders: { ...orders, outbox } });
    const text = await (await fetch(`${await status().start()}/metrics`)).text();
    expect(text).toContain('stockhand_order_files{state="written"}');
    expect(text).not.toContain('unacknowledged');
  });

  it('answers 200 to /healthz when all is well and 503 with the reasons when not', async () => {
    const url = await status().start();
    const well = await fetch(`${url}/healthz`);
    expect([well.status, await well.json()]).toEqual([200, { ok: true, reasons: [] }]);
    status().clock.advance(1_000);
    status().facts = () => ({ ...sampleFacts, state: 'failing', sentence: 'The disk is full.' });
    const ill = await fetch(`${url}/healthz`);
    expect([ill.status, await ill.json()]).toEqual([
      503,
      { ok: false, reasons: ['The disk is full.'] },
    ]);
  });

  it('answers 503 in time when the facts do not come', async () => {
    status().facts = () => new Promise(() => {});
    const url = await status().start();
    const asked = ['/healthz', '/api/status', '/'].map((path) => fetch(url + path));
    const answers = await passTime(status().clock, Promise.all(asked));
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
  });

  it('tells nothing of an unexpected failure but to the log', async () => {
    status().fail = new Error('secret detail');
    const answer = await fetch(`${await status().start()}/api/why?order=1`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret detail');
    expect(status().notes).toEqual(['status page: GET /api/why failed: secret detail']);
  });

  it('refuses an address that is taken, and says which', async () => {
    const port = Number(new URL(await status().start()).port);
    const again = status().start({ listen: { host: '127.0.0.1', port } });
    await expect(again).rejects.toMatchObject({ code: 'LISTEN_FAILED' });
    await expect(again).rejects.toThrow(`status.listen: 127.0.0.1:${port} cannot be opened`);
  });
});
