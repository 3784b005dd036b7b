import { createRequire } from 'node:module';
import type { FormatCallback } from 'html-to-text';
import { withoutFalseTags } from './html-tags.ts';

const load = createRequire(import.meta.url);

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** What stands on lines of its own for a person, and the library would write into one. */
const lines = ['tr', 'caption', 'dt', 'dd', 'option', 'li', 'legend', 'figcaption', 'summary'];
const blocks = ['dl', 'select', 'optgroup', 'menu', 'fieldset', 'figure', 'details', 'address'];
const cells = ['td', 'th'];
const oneLine = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** `100` and `200` in two cells are not 100200: behind the last one of a line the blank is dropped. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

/**
 * HTML as a person would read it: no addresses of links or pictures, lists and rows as lines, no capitals (quirk 40).
 * Few sources hold any, and the library takes a tenth of a start: it is loaded with the first text.
 */
export function plainText(html: string): string {
  const { convert } = load('html-to-text') as typeof import('html-to-text');
  return convert(withoutFalseTags(html), {
    wordwrap: false,
    limits: { maxInputLength: 1_000_000, maxDepth: 100 },
    formatters: { cell },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'block' },
      ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
      ...[...lines, ...blocks].map((selector) => ({ selector, format: 'block', options: oneLine })),
      ...cells.map((selector) => ({ selector, format: 'cell' })),
    ],
  }).trim();
}
