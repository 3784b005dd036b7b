import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAt } from '../../src/setup/look.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { sampleFile } from '../../src/setup/sample-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { table } from './table.ts';

const people = 'Seller SKU\tProduct Name\tQuantity\tUpdate Delete\tASIN';
const machines = 'item_sku\titem_name\tquantity\tupdate_delete\tasin';
const rows =
  'SK-1\tHammer 500 g\t12\tUpdate\tB00ABC1234\nSK-2\tSaw 300 mm\t5\tDelete\tB00ABC1235\n';

async function look(content: string) {
  const folder = temporaryFolder('amazon');
  fs.writeFileSync(path.join(folder, 'flat.txt'), content);
  const seen = await lookAt(sampleFile(path.join(folder, 'flat.txt'), '/')!, undefined);
  if ('refusal' in seen) throw new Error(seen.refusal.rule);
  return seen;
}

describe('a flat file of Amazon', () => {
  it.each([
    ['add-delete', 'a'],
    ['add-delete', 'A'],
    ['Listing Action', 'Create or Replace (Full Update)'],
    ['Listing Action', 'Edit (Partial Update)'],
    ['update_delete', 'Update'],
    ['update_delete', 'PartialUpdate'],
  ])('is on sale where %s holds %s alone', (name, kept) => {
    const { steps } = activeFrom({ [name]: kept.replaceAll(' ', '~') }) ?? {};
    expect(steps).toMatchObject({ translate: { [kept]: 'true' }, otherwise: 'false' });
  });

  it.each([
    ['', 2],
    ['TemplateType=custom\tVersion=2023\tFor Amazon.com use only.\t\t\n', 3],
  ])('is read from its names for machines on: %j', async (title, row) => {
    const seen = await look(`${title}${people}\n${machines}\n${rows}`);
    expect(seen.options.headerRow).toEqual([row]);
    expect(seen.columns.map(({ name }) => name)).toEqual(machines.split('\t'));
    expect(seen.rows).toBe(2);
  });

  it('is read from its only row of names, also where an article is called as one of them', async () => {
    const seen = await look(`${people}\nSK-0\tQuantity\t5\tUpdate\tB00ABC1230\n${rows}`);
    expect(seen).toMatchObject({ rows: 3, options: { headerRow: [1] } });
  });

  it('has its own number as the key, and not an ASIN', () => {
    for (const name of ['item_sku', 'seller-sku']) {
      const columns = { asin: 'B01 B02 B03', 'product-id': 'B01 B02 B03', [name]: 'S1 S2 S3' };
      const { guesses } = recognise(table({ ...columns, 'item-name': 'Bolt Nut Disc' }));
      expect(guesses[0]).toMatchObject({ field: 'externalId', columns: [name] });
    }
  });
});

const article = { item_sku: 'A1 A2 A3', item_name: 'Bolt~M8 Nut~M8 Disc~M8' };
const activeFrom = (columns: Record<string, string>) =>
  recognise(table({ ...article, ...columns })).guesses.find(({ field }) => field === 'isActive');

describe('what Amazon is to delete', () => {
  it.each(['Update Delete _', 'Update Update PartialUpdate', '_ _ _'])(
    'goes off sale where update_delete holds %s',
    (update_delete) => {
      expect(activeFrom({ update_delete })).toMatchObject({
        columns: ['update_delete'],
        steps: {
          translate: { Update: 'true', PartialUpdate: 'true' },
          otherwise: 'false',
          default: 'true',
        },
        isProposed: true,
      });
    },
  );

  it('and what it does not finish is not on sale', () => {
    expect(activeFrom({ status: 'Active Inactive Incomplete' })).toMatchObject({
      columns: ['status'],
      steps: { translate: { Active: 'true', Incomplete: 'false' } },
    });
  });
});
