import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { browser } from '../support/browser.ts';
import { temporaryFolder } from '../support/folder.ts';
import { sampleFacts } from './sample-facts.ts';
import { useStatus } from './status-fixture.ts';

if (browser === undefined && process.env['CI'] === undefined) {
  console.log('The status page was not opened in a browser: no Chromium was found here.');
}

/** The page after its scripts have run, and what the browser complained about. */
function rendered(url: string): Promise<{ dom: string; complaints: string }> {
  const profile = temporaryFolder('browser');
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--enable-logging=stderr',
    '--virtual-time-budget=5000',
  ];
  const child = spawn(browser ?? 'chromium', [
    ...flags,
    `--user-data-dir=${profile}`,
    '--dump-dom',
    url,
  ]);
  let dom = '';
  let complaints = '';
  child.stdout.on('data', (data) => {
    dom += data;
  });
  child.stderr.on('data', (data) => {
    complaints += data;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ dom, complaints }));
  });
}

// In CI a missing browser is a failure, elsewhere it is said above and skipped.
describe.skipIf(browser === undefined && process.env['CI'] === undefined)(
  'the status page in a real browser',
  () => {
    const status = useStatus();

    it('shows the sentence, what needs a person and the books, within its own content policy', {
      timeout: 180_000,
    }, async () => {
      const { dom, complaints } = await rendered(await status().start());
      expect(dom).toContain(sampleFacts.sentence);
      for (const need of sampleFacts.needsYou)
        expect(dom).toContain(
          need.fix.replaceAll('&', '&amp;').replaceAll('"', '&quot;').slice(0, 20),
        );
      for (const source of sampleFacts.catalog?.sources ?? []) expect(dom).toContain(source.name);
      expect(complaints).not.toMatch(/Content Security Policy|Refused to|Uncaught/);
    });

    it('fault 110: runs nothing that is in a name', { timeout: 180_000 }, async () => {
      status().facts = () => ({
        ...sampleFacts,
        sentence: '<img src=x onerror="document.title=\'taken\'">',
      });
      const { dom } = await rendered(await status().start());
      expect(dom).toContain('&lt;img src=x');
      expect(dom).not.toContain('<title>taken</title>');
    });
  },
);
