import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlRoutes } from '../../src/sandbox/control/control.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';

const script = readFileSync(resolve(import.meta.dirname, '../../src/sandbox/page/page.js'), 'utf8');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

test('the page, its style and its script are served, and nothing else of the folder', async () => {
  const get = (path: string) => fetch(`${sandbox.url}${path}`);
  const page = await get('/');
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(page.headers.get('content-security-policy')).toBe("default-src 'self'");
  const html = await page.text();
  for (const [, link = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
    expect([link, (await get(link)).status]).toEqual([link, 200]);
  }
  expect((await get('/index.html')).status).toBe(404);
  expect((await get('/..%2fsandbox.ts')).status).toBe(404);
});

test('the page has a place for everything that its script fills', async () => {
  const html = await (await fetch(`${sandbox.url}/`)).text();
  for (const [, id] of script.matchAll(/find\('(\w+)'\)/g)) expect(html).toContain(`id="${id}"`);
});

test('the script asks only for what the control API offers', () => {
  const offered = controlRoutes.map(
    ({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`),
  );
  const asked = [...script.matchAll(/control\('(\w+)', ['`]([^'`?]+)/g)].map(
    ([, method, path = '']) =>
      `${method} /sandbox/${path.replace(/\$\{verb\}/, 'edit').replace(/\$\{[^}]+\}/g, 'x')}`,
  );
  expect(asked.length).toBeGreaterThan(8);
  const unknown = asked.filter((line) => !offered.some((route) => route.test(line)));
  expect(unknown).toEqual([]);
});

test('what the page shows comes from answers that have these fields', async () => {
  await sandbox.control('POST', '/sandbox/orders', { count: 2 });
  await sandbox.control('POST', '/sandbox/products', { count: 2 });
  const facts = (await sandbox.control('GET', '/sandbox/facts')) as Record<string, unknown>;
  for (const [, field = ''] of script.matchAll(/facts\.(\w+)/g))
    expect(facts).toHaveProperty(field);
  const { items } = (await sandbox.control('GET', '/sandbox/orders?limit=1')) as {
    items: object[];
  };
  for (const field of [
    'id',
    'customerName',
    'status',
    'grossTotal',
    'currency',
    'updatedAt',
    'origin',
  ]) {
    expect(items[0]).toHaveProperty(field);
  }
});
