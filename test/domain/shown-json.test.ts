import { expect, it } from 'vitest';
import { shownJson, shownRow } from '../../src/domain/shown-json.ts';

it('fault 118: what JSON leaves invisible is shown', () => {
  const written = { name: 'S\u00e4ge \u0096 gro\u00df\u2028\u007f\n\u202e' };
  const shown = shownJson(written);
  expect(shown).toBe('{"name":"S\u00e4ge \\u0096 gro\u00df\\u2028\\u007f\\n\\u202e"}');
  expect(JSON.parse(shown)).toEqual(written);
});

it('a text of pages is cut in a row, and stands whole elsewhere', () => {
  const text = 'lorem '.repeat(1_000);
  expect(shownRow({ text, stock: '5' })).toMatch(/^\{"text":"lorem .{290,300}…","stock":"5"\}$/);
  expect(shownJson({ text })).toContain(text);
});
