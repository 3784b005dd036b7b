import { expect, it } from 'vitest';
import { shownJson } from '../../src/domain/shown-json.ts';

it('fault 118: what JSON leaves invisible is shown', () => {
  const written = { name: 'S\u00e4ge \u0096 gro\u00df\u2028\u007f\n' };
  const shown = shownJson(written);
  expect(shown).toBe('{"name":"S\u00e4ge \\u0096 gro\u00df\\u2028\\u007f\\n"}');
  expect(JSON.parse(shown)).toEqual(written);
});
