import { expect, it } from 'vitest';
import { nearest } from '../../src/domain/nearest.ts';

it.each([
  ['apiKy', 'apiKey'],
  ['APIKEY', 'apiKey'],
  ['api_key', 'apiKey'],
  ['nmae', 'name'],
  ['folders', 'folder'],
  ['f', undefined],
  ['colour', undefined],
  ['', undefined],
  ['x'.repeat(500), undefined],
])('%s is probably %s', (written, expected) => {
  expect(nearest(written, ['apiKey', 'name', 'folder'])).toBe(expected);
});
