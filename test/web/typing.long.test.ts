import { describe, expect, it } from 'vitest';
import { StockhandError } from '../../src/domain/error.ts';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { Secret } from '../../src/domain/secret.ts';
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

    it('looks a number up with the blanks that it was typed with, and without them only then', {
      timeout: 180_000,
    }, async () => {
      const page = await openPage();
      await page.open(await status().start());
      await until('the page has drawn itself', () =>
        page.evaluate<boolean>(`document.getElementById('release-h7') !== null`),
      );
      const asked = async (story: string): Promise<void> => {
        await page.evaluate(`document.getElementById('why-text').value = ' A1'`);
        await page.evaluate(`document.getElementById('why').requestSubmit()`);
        await until('its story is there', () =>
          page.evaluate<boolean>(
            `document.querySelector('#why-answer .story')?.textContent === '${story}' &&
               document.querySelector('#why-answer button') !== null`,
          ),
        );
      };
      await asked('{"product":" A1"}');
      status().unknown = ' A1';
      await asked('{"product":"A1"}');
      await page.close();
    });

    it('leaves the keyboard at the heading above what goes with a release', {
      timeout: 180_000,
    }, async () => {
      const page = await openPage();
      const { catalog, ...beside } = sampleFacts;
      status().facts = () =>
        status().acts.length === 0 ? sampleFacts : { ...beside, needsYou: [] };
      await page.open(await status().start());
      const answers = (script: string) => page.evaluate<boolean>(script);
      await until('the page has drawn itself', () =>
        answers(`document.getElementById('release-h7') !== null`),
      );
      await page.evaluate(
        `[document.getElementById('release-h7')].forEach((field) => {
           field.value = field.pattern;
           field.focus();
           field.form.requestSubmit();
         })`,
      );
      await until('nothing needs a person any more', () => {
        status().clock.advance(1_000);
        return answers(`document.getElementById('release-h7') === null`);
      });
      const focused = '[document.activeElement.localName, document.activeElement.textContent]';
      expect(await page.evaluate(focused)).toEqual(['h2', 'Needs you']);
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
        return shows('Done as asked.');
      });
      await page.close();
    });

    it('says in its title that nothing answers, and takes back what a button met meanwhile', {
      timeout: 180_000,
    }, async () => {
      const url = await status().start();
      const page = await openPage();
      await page.open(url);
      const isTold = (told: { title: string; tone: string; notice: string }) =>
        page.evaluate<boolean>(
          `document.title.startsWith('${told.title}') &&
             document.getElementById('state')?.className === 'state ${told.tone}' &&
             (document.getElementById('notice').hidden ? '' : document.getElementById('notice').textContent)
               .startsWith('${told.notice}')`,
        );
      const inUse = { title: 'Needs you', tone: 'tone-attention', notice: '' };
      await until('the state is there', () => isTold(inUse));
      await status().open[0]?.close();
      const lost = { title: 'Stockhand does not answer.', tone: 'tone-off' };
      await until('the title says so', () => isTold({ ...lost, notice: '' }));
      await page.evaluate(`document.querySelector('#panels button').click()`);
      await until('the button says so', () => isTold({ ...lost, notice: 'Stockhand does not' }));
      await status().start({ listen: { host: '127.0.0.1', port: Number(new URL(url).port) } });
      await until('the state is there again', () => isTold(inUse));
      await page.close();
    });

    it('has headings in the other language after a restart with it', {
      timeout: 180_000,
    }, async () => {
      const url = await status().start();
      const page = await openPage();
      await page.open(url);
      const hasHeading = (text: string) =>
        page.evaluate<boolean>(`document.getElementById('flows-title')?.textContent === '${text}'`);
      // The headings come with the document; only the script, which must have come too, draws the look-up.
      await until('the script runs', () =>
        page.evaluate<boolean>(`document.getElementById('look-up')?.hidden === false`),
      );
      expect(await hasHeading('Flows')).toBe(true);
      await status().open[0]?.close();
      const listen = { host: '127.0.0.1', port: Number(new URL(url).port) };
      await status().start({ listen, language: 'de' });
      await until('the headings are German', () => hasHeading('Abläufe'));
      await page.close();
    });

    it('marks what a button was refused with as English, and forgets a log-out that is over', {
      timeout: 180_000,
    }, async () => {
      const page = await openPage();
      const address = await status().start({ language: 'de', password: new Secret('Käse') });
      await page.open(address);
      const notice = (text: string) =>
        page.evaluate<boolean>(
          `[document.getElementById('notice')].some((place) =>
             [place?.lang, place?.hidden, place?.textContent].join(' ').startsWith('${text}'))`,
        );
      const post = (path: string) =>
        page.evaluate(
          `fetch('${path}', { method: 'POST', body: new URLSearchParams({ password: 'Käse' }) })`,
        );
      await until('the log-in page is there', () => page.has('input[type=password]'));
      await post('/login');
      await page.open(address);
      status().fail = new StockhandError('USAGE', 'There is no such thing.');
      await until('a button says why not', async () => {
        await page.evaluate(`document.querySelector('#panels button')?.click()`);
        return notice('en false There is no such thing.');
      });
      await post('/logout');
      await until('the log-out is told', () => notice('de false Sie sind abgemeldet.'));
      expect(await page.evaluate('document.title')).toMatch(/^Sie sind abgemeldet/);
      await post('/login');
      await until('it is told no longer', () => notice('de true'));
      await page.close();
    });

    it('says so where the daemon takes its question and answers never', {
      timeout: 180_000,
    }, async () => {
      const page = await openPage();
      await page.open(await status().start());
      const answers = (script: string) => page.evaluate<boolean>(script);
      await until('the page has drawn itself', () =>
        answers(`document.getElementById('release-h7') !== null`),
      );
      await page.evaluate(
        `window.fetch = (_, { signal }) => new Promise((_, reject) =>
           signal?.addEventListener('abort', () => reject(signal.reason)))`,
      );
      await until('it is told', () => answers(`!document.getElementById('lost').hidden`));
      await page.close();
    });
  },
);
