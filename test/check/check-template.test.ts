import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { openShop } from '../support/catalog.ts';

const sources =
  '  sources:\n    - { name: wares, folder: ./out, files: "*.csv", mapping: { externalId: Nr, name: Name } }';
const orders =
  'orders: { outbox: { folder: ./orders, format: template, template: ./order.txt.liquid } }\n';

it.each<[string, string | Buffer | undefined, [string, string]]>([
  ['is not there', undefined, ['error', 'cannot be read']],
  ['has a mistake', '{{ orderNumber ', ['error', 'order.txt.liquid is not a template']],
  ['is not UTF-8', Buffer.from('Straße {{ orderNumber }}', 'latin1'), ['error', 'is not UTF-8']],
  ['is right', '{{ orderNumber }}', ['ok', 'is a template.']],
])('check says that a template of order files %s', async (_, text, [level, sentence]) => {
  const shop = await openShop(sources, orders);
  if (text !== undefined) shop.write('order.txt.liquid', text);
  const { findings } = await check(shop.config, { offline: true });
  expect(findings.filter(({ place }) => place.endsWith('order.txt.liquid'))).toEqual([
    expect.objectContaining({ level, sentence: expect.stringContaining(sentence) }),
  ]);
});
