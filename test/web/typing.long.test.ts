import { describe, expect, it } from 'vitest';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { browser, openPage } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { sampleFacts } from './sample-facts.ts';
import { useStatus } from './status-fixture.ts';

/** The same day a moment later: a new line above the one that is held, which reads otherwise by now. */
const later: StatusFacts = {
  ...sampleFacts,
  needsYou: [
    { id: 'stopped', what: 'The key is refused.', cause: '', effect: '', fix: '' },
    ...sampleFacts.needsYou.map((need) => ({ ...need, effect: 'Buyers still see them.' })),
  ],
  events: [{ at: '2026-11-20T08:00:00Z', text: 'The key was refused.' }, ...sampleFacts.events],
};

// In CI a missing browser is a failure, elsewhere browser.test.ts says that it is skipped.
describe.skipIf(browser === undefined && process.env['CI'] === undefined)(
  'a page that changes while somebody is at it',
  () => {
    const status = useStatus();

    it('keeps half a number and the focus in its field, and what is selected elsewhere', {
      timeout: 180_000,
    }, async () => {
      const page = await openPage();
      await page.open(await status().start());
      const shows = (told: boolean) =>
        page.evaluate<boolean>(
          `document.getElementById('release-h7') !== null &&
             document.body.textContent.includes('The key was refused.') === ${told}`,
        );
      const change = async (facts: StatusFacts) => {
        status().facts = () => facts;
        status().clock.advance(1_000);
        await until('it shows what has changed', () => shows(facts === later));
      };
      await until('the page has drawn itself', () => shows(false));

      await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#panels h3'))`);
      await change(later);
      expect(await page.evaluate('getSelection().toString()')).toBe('Products file · articles');

      await page.evaluate(`document.getElementById('release-h7').focus()`);
      await page.evaluate(`document.activeElement.value = '69'`);
      await change(sampleFacts);
      const typing = '[document.activeElement.id, document.activeElement.value]';
      expect(await page.evaluate(typing)).toEqual(['release-h7', '69']);
      await page.close();
    });

    it('has buttons that work after a restart of the daemon', { timeout: 180_000 }, async () => {
      const url = await status().start();
      const page = await openPage();
      await page.open(url);
      const shows = (text: string) =>
        page.evaluate<boolean>(`document.body?.textContent.includes('${text}') === true`);
      await until('the page has drawn itself', () => shows('To release'));
      await status().open[0]?.close();
      await status().start({ listen: { host: '127.0.0.1', port: Number(new URL(url).port) } });
      await until('a button does what it says', async () => {
        await page.evaluate(`document.querySelector('#panels button').click()`);
        return shows('Done.');
      });
      await page.close();
    });
  },
);
