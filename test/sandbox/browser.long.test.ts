import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { browser, openPage, type Page } from '../support/browser.ts';
import { until } from '../support/until.ts';

if (browser === undefined && process.env['CI'] === undefined) {
  console.log('The sandbox’s page was not opened in a browser: no Chromium was found here.');
}

// In CI a missing browser is a failure, elsewhere it is said above and skipped.
describe.skipIf(browser === undefined && process.env['CI'] === undefined)(
  'the sandbox’s page in a real browser',
  { timeout: 180_000 },
  () => {
    let sandbox: Sandbox;
    let page: Page;
    beforeAll(async () => {
      sandbox = await createSandbox({ allowLoopbackWebhooks: true });
      page = await openPage();
      await page.open(sandbox.url);
      await until('the page has drawn itself', () => says('#kinds', 'halfBatch'));
    }, 60_000);
    afterAll(async () => {
      await page.close();
      await sandbox.close();
    });

    const says = (place: string, text: string | RegExp) =>
      page.evaluate<boolean>(
        `new RegExp(${JSON.stringify(text instanceof RegExp ? text.source : text)}, 's')
           .test(document.querySelector('${place}')?.textContent ?? '')`,
      );
    /** As a mouse does it: a click on the button of that text. */
    const click = (place: string, text: string) =>
      page.evaluate<undefined>(
        `[...document.querySelectorAll('${place} button')]
           .find((button) => button.textContent === ${JSON.stringify(text)}).click()`,
      );
    const weather = async () => {
      const answer = await sandbox.control('GET', '/sandbox/weather');
      return (answer as { rules: { name?: string; kind: string; count?: number }[] }).rules;
    };

    test('its buttons place orders, which it shows with what they owe and what can be done', async () => {
      await click('#place', 'Place an order');
      await until('the order is shown', () => says('#orders', /1001.*PLACED.*EUR.*UNPAID/));
      await click('#orders', 'pay');
      await until('it is paid', () => says('#orders', /1001.*PLACED.*PAID/));
      await click('#orders', 'cancel');
      await until('it is cancelled', () => says('#orders', 'CANCELLED'));
    });

    test('its weather is switched on and off by a click', async () => {
      await click('#storms', 'monday');
      await until('the storm is shown', () => says('#rules', 'monday: slow'));
      expect((await weather()).every(({ name }) => name?.startsWith('monday'))).toBe(true);
      expect(await page.evaluate(`document.querySelector('[aria-pressed=true]').textContent`)).toBe(
        'monday',
      );
      await click('#storms', 'monday');
      await until('it is over', async () => (await weather()).length === 0);
      await page.evaluate(`document.querySelector('#kinds').value = 'garble'`);
      await click('#rule', 'Add this weather');
      await until('the rule is shown', () => says('#rules', /garble \(every path, the next 1\)/));
      expect(await weather()).toMatchObject([{ kind: 'garble', count: 1 }]);
      await click('#storms', 'good weather');
      await until('nothing is shown', async () => !(await says('#rules', 'garble')));
    });

    test('it shows what the sandbox was asked, by others and not by itself, and runs nothing of it', async () => {
      const path = '/connect/v1/supplier/catalog/products';
      const name = `<img src=x onerror="document.title='taken'">`;
      const headers = {
        authorization: 'Bearer sandbox-key',
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ externalId: 'A 1', name, colour: 'red' });
      await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body });
      await until('the request is shown', () =>
        says('#ledger', /POST .*products.*200.*productCreated A 1.*unknown field colour/),
      );
      await until('the product is shown', () => says('#products', '<img src=x'));
      await until('it is counted', () => says('#totals', /requests1/));
      expect(await page.evaluate('document.title')).toBe('Marketplace sandbox');
      expect(page.complaints).toEqual([]);
    });

    test('a look that finds nothing new leaves a button where it is', async () => {
      await page.evaluate(`document.querySelector('#products button').focus()`);
      const looks = () =>
        page.evaluate<number>(
          `performance.getEntriesByName(location.origin + '/sandbox/facts').length`,
        );
      const before = await looks();
      await until('it has looked again', async () => (await looks()) > before + 1);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('unpublish');
    });
  },
);
