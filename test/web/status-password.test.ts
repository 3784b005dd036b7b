import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { sampleFacts } from './sample-facts.ts';
import { openPage, sendAction, useStatus } from './status-fixture.ts';

const status = useStatus();

describe('the page behind a password', () => {
  const password = new Secret('Käse & Brot');

  async function logIn(url: string, given: string, headers: Record<string, string> = {}) {
    return fetch(`${url}/login`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ password: given }),
      redirect: 'manual',
    });
  }

  it('fault 109: shows nothing but the log-in page, on the loopback too', async () => {
    const url = await status().start({ password });
    const page = await openPage(url);
    expect(page.status).toBe(401);
    expect(page.html).toContain('type="password"');
    expect(page.html).not.toContain(sampleFacts.sentence);
    for (const path of ['/api/status', '/api/page', '/api/why?order=1', '/metrics', '/nothing']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 401]);
    }
    status().clock.advance(1_000);
    status().facts = () => ({ ...sampleFacts, state: 'failing' });
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([503, { ok: false, reasons: [] }]);
  });

  it('opens with the password, status().acts, and closes again', async () => {
    const url = await status().start({ password });
    const answer = await logIn(url, 'Käse & Brot');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';', 1);
    const page = await openPage(url, cookie);
    expect(page.html).toContain(sampleFacts.sentence);
    const done = await sendAction(url, {
      name: 'pause',
      args: {},
      headers: { cookie, 'x-stockhand-token': page.token },
    });
    expect(done.status).toBe(200);
    expect(status().acts).toEqual([['pause', {}, 'status page, logged in, from 127.0.0.1']]);
    const out = await fetch(`${url}/logout`, {
      method: 'POST',
      headers: { cookie },
      redirect: 'manual',
    });
    expect(out.headers.get('set-cookie')).toContain('stockhand-0=; ');
  });

  it('takes no session of a page without a password', async () => {
    const guest = await openPage(await status().start());
    const url = await status().start({ password });
    expect((await openPage(url, guest.cookie)).status).toBe(401);
  });

  it('fault 109: stops guessing after five wrong passwords, and lets the right one in later', async () => {
    const url = await status().start({ password });
    for (let index = 0; index < 5; index += 1) {
      const wrong = await logIn(url, `guess ${index}`);
      expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
      expect(await wrong.text()).toContain('The password is wrong.');
    }
    const locked = await logIn(url, 'Käse & Brot');
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '300']);
    expect(locked.headers.get('set-cookie')).toBeNull();
    const basic = { authorization: `Basic ${Buffer.from('x:Käse & Brot').toString('base64')}` };
    const monitor = await fetch(`${url}/metrics`, { headers: basic });
    expect([monitor.status, monitor.headers.get('retry-after')]).toEqual([429, '300']);
    status().clock.advance(5 * 60_000);
    expect((await logIn(url, 'Käse & Brot')).status).toBe(303);
  });

  it('reads, but does not act, for a monitor with the password', async () => {
    const url = await status().start({ password });
    const encoded = Buffer.from('monitor:Käse & Brot').toString('base64');
    const headers = { authorization: `Basic ${encoded}` };
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/api/status`, { headers })).status).toBe(200);
    expect((await sendAction(url, { name: 'pause', args: {}, headers })).status).toBe(403);
    const wrong = { authorization: `Basic ${Buffer.from('monitor:x').toString('base64')}` };
    expect((await fetch(`${url}/metrics`, { headers: wrong })).status).toBe(401);
    expect((await fetch(`${url}/metrics`)).headers.get('www-authenticate')).toContain('Basic');
  });

  it('shows the log-in page again where the address of a wrong password is opened again', async () => {
    const url = await status().start({ password });
    const again = await fetch(`${url}/login`);
    expect([again.url, again.status]).toEqual([`${url}/`, 401]);
    expect(await again.text()).toContain('type="password"');
  });

  it('fault 108: takes no log-in from another site', async () => {
    const url = await status().start({ password });
    const foreign = await logIn(url, 'Käse & Brot', { origin: 'http://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toEqual({
      message: `The request comes from another site: its Origin is not ${url}.`,
    });
  });
});
