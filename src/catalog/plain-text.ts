import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/**
 * HTML as a person would read it: no addresses of links or pictures, lists as lines, no capitals (quirk 40). Few sources
 * hold any, and the library takes a tenth of a start: it is loaded with the first text.
 */
export function plainText(html: string): string {
  const { convert } = load('html-to-text') as typeof import('html-to-text');
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 1_000_000, maxDepth: 100 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'block' },
      ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim();
}
