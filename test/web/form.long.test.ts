import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { browser, openPage } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { useStatus } from './status-fixture.ts';

// In CI a missing browser is a failure, elsewhere browser.test.ts says that it is skipped.
describe.skipIf(browser === undefined && process.env['CI'] === undefined)(
  'the forms of the page, sent as a browser sends them',
  () => {
    const status = useStatus();

    it('log in, and out again', { timeout: 180_000 }, async () => {
      const page = await openPage();
      await page.open(await status().start({ password: new Secret('Käse') }));
      const has = (selector: string) => () => page.has(selector);

      await until('the log-in page is there', has('input[type=password]'));
      await page.evaluate(`document.getElementById('password').value = 'Käse'`);
      await page.evaluate(`document.forms[0].requestSubmit()`);
      await until('the page is there', has('#state'));

      await page.evaluate(`document.forms[0].requestSubmit()`);
      await until('the log-in page is there again', has('input[type=password]'));
      expect(await page.evaluate('location.pathname')).toBe('/');
      await page.close();
    });
  },
);
