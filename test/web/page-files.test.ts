import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shell } from '../../src/web/shell.ts';
import { pageView } from '../../src/web/view.ts';
import { words } from '../../src/web/words.ts';
import { sampleFacts } from './sample-facts.ts';

const folder = new URL('../../src/page/', import.meta.url);
const files = readdirSync(fileURLToPath(folder));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const scripts = files.filter((name) => name.endsWith('.js')).map(read);

describe('the files of the page', () => {
  it('fault 110: read no markup from a text and run no text', () => {
    const ways =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\b|new Function|setHTML|srcdoc|\.href\s*=|javascript:/;
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).not.toMatch(ways);
  });

  it('fetch nothing from elsewhere', () => {
    const texts = files.map((name) => read(name).replace('http://www.w3.org/2000/svg', ''));
    for (const text of texts) expect(text).not.toMatch(/https?:|url\(|@import|\/\/[a-z]/);
  });

  it('find every element of the shell that they name', () => {
    const view = pageView(sampleFacts, { language: 'en', nowMs: 0 });
    const markup = shell(view, { token: 'x', canLogOut: false });
    const named = scripts.flatMap((script) =>
      [...script.matchAll(/\b(?:at|write|drawParts)\('([a-z-]+)'/g)].map(([, id]) => id ?? ''),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const id of named) expect(markup).toContain(`id="${id}"`);
  });

  it('mark what comes in English with the facts as such, also on a German page', () => {
    const view = pageView(sampleFacts, { language: 'de', nowMs: 0 });
    const markup = shell(view, { token: 'x', canLogOut: false });
    expect(markup).toContain('<h3 lang="en">7 order files');
    expect(markup).toContain('<dd lang="en">Start the import');
    expect(markup).toContain('<span lang="en">bestand.csv is stable');
    expect(markup).toContain('<p class="says" lang="en">1,120 of 2,000');
    expect(markup).toContain('<p class="says">412 Auftragsdateien');
  });

  it('name each landmark once', () => {
    const view = pageView(sampleFacts, { language: 'en', nowMs: 0 });
    const markup = shell(view, { token: 'x', canLogOut: false });
    const landmark = /<(?:section|[a-z]+ [^>]*role="region")[^>]* aria-labelledby="([^"]+)"/g;
    const names = [...markup.matchAll(landmark)].map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('use only words that both languages have', () => {
    const used = scripts.flatMap((script) =>
      [...script.matchAll(/\bwords\.(\w+)/g)].map(([, word]) => word ?? ''),
    );
    for (const word of used) {
      expect(Object.keys(words.en)).toContain(word);
      expect(Object.keys(words.de)).toContain(word);
    }
  });

  it('have a style for every class that is drawn', () => {
    const style = files
      .filter((name) => name.endsWith('.css'))
      .map(read)
      .join('');
    const drawn = scripts.flatMap((script) =>
      [...script.matchAll(/class: '([a-z -]+)'/g)].flatMap(([, names]) => (names ?? '').split(' ')),
    );
    const unstyled = new Set(drawn.filter((name) => !style.includes(`.${name}`)));
    expect([...unstyled]).toEqual(['says']);
  });
});
