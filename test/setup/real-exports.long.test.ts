import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FieldOrigin, MappedField } from '../../src/config/declaration.ts';
import { matchNames } from '../../src/files/names.ts';
import { init } from '../../src/setup/init.ts';
import { createInterview } from '../../src/setup/interview.ts';
import { lookAt } from '../../src/setup/look.ts';
import { type Recognised, recognise } from '../../src/setup/recognise.ts';
import { sampleFile } from '../../src/setup/sample-file.ts';
import { catalogueCases } from '../e2e/catalogue-cases.ts';
import { erpCases } from '../e2e/erp-cases.ts';
import { loadExample, realBytes, realFilesExist } from '../e2e/example-room.ts';
import { shopCases } from '../e2e/shop-cases.ts';
import { temporaryFolder } from '../support/folder.ts';

interface Export {
  readonly example: string;
  /** The name that an ERP gives it → the real file; companions too. */
  readonly files: Readonly<Record<string, string>>;
}

const exports: readonly Export[] = [
  ...shopCases,
  ...erpCases,
  ...catalogueCases,
  { example: 'odoo.yaml', files: { 'product.template.csv': 'odoo14_mint_product.template.csv' } },
  {
    example: 'odoo.yaml',
    files: { 'stock.inventory.line.csv': 'odoo14_mint_stock.inventory.line.csv' },
  },
  { example: 'barcode-list.yaml', files: { 'barcodes.csv': 'uhtt_barcodes_24k.csv' } },
  { example: 'stock-only.yaml', files: { 'artikel.csv': 'shopware_artikel.csv' } },
];

/** Where the configuration that was made by hand reads from something else, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'shopify_packt_Product-data.csv': 'its key is made of the handle and three options',
  'shopify_partners_apparel.csv': 'its key is made of the handle and three options',
  'nfe_fake.xml': 'an invoice whose items are read from det here, and from det/prod there',
  'adventureworks_ProductInventory.csv':
    'two numbers and no names: a table that only makes sense with another one',
  'odoo14_mint_stock.inventory.line.csv':
    'names its products by name, and has no article number at all',
};

/** Rows that every configuration rejects, unless `where:` leaves them out. */
const rejectedRows: Readonly<Record<string, readonly string[]>> = {
  'woocommerce_importer_test_sample.csv': ['ROW_KEY_MISSING'],
};

/** Each file that a source of the examples reads, with what the source says of it. */
async function readBySource(): Promise<readonly (Read & { readonly folder: string })[]> {
  const all: (Read & { readonly folder: string })[] = [];
  for (const { example, files } of exports) {
    const folder = temporaryFolder('real');
    for (const [name, real] of Object.entries(files))
      fs.writeFileSync(path.join(folder, name), realBytes(real));
    const { catalog } = await loadExample(example, folder);
    for (const source of catalog?.sources ?? []) {
      const name = Object.keys(files).find(matchNames([source.files], false));
      const real = name === undefined ? undefined : files[name];
      if (name === undefined || real === undefined) continue;
      const { externalId, name: named } = source.mapping;
      all.push({ real, folder, file: name, columns: [externalId, named].map(columnsOf) });
    }
  }
  return all;
}

interface Read {
  readonly real: string;
  readonly file: string;
  /** Of the key and of the name. */
  readonly columns: readonly (readonly string[])[];
}

function columnsOf(field: MappedField | undefined): readonly string[] {
  const from: FieldOrigin | undefined = field?.from;
  return from?.kind === 'columns' ? from.columns : [];
}

async function proposed(file: string): Promise<Recognised | undefined> {
  const sample = sampleFile(file, '/');
  const look = sample === undefined ? undefined : await lookAt(sample, undefined);
  if (look === undefined || 'refusal' in look) return undefined;
  return recognise(look.columns, { format: look.format, columns: {} });
}

describe.skipIf(!realFilesExist())(
  'real exports, as init reads them (skipped where ../shared/data is missing)',
  () => {
    it('get the key and the name that the example for them has, all but the named exceptions', async () => {
      const all = await readBySource();
      const other: string[] = [];
      for (const { real, folder, file, columns } of all) {
        const guesses = (await proposed(path.join(folder, file)))?.guesses ?? [];
        const found = (['externalId', 'name'] as const).map(
          (field) => guesses.find((one) => one.field === field)?.columns ?? [],
        );
        if (JSON.stringify(found) !== JSON.stringify(columns)) other.push(real);
      }
      expect([...new Set(other)].sort()).toEqual(Object.keys(exceptions).sort());
      expect(`${all.length - other.length} of ${all.length}`).toBe('24 of 29');
    });

    // Some of them hold 24,000 rows: more than a minute where all cores are busy.
    it('each give a configuration that loads and rows that would be sent', async () => {
      for (const { real, folder, file } of await readBySource()) {
        if (real in exceptions) continue;
        const interview = createInterview({ ask: undefined, tell: () => undefined });
        const [sample, out] = [path.join(folder, file), path.join(folder, `${file}.yaml`)];
        const written = await init(
          interview,
          { given: { sample, map: [] }, out, cwd: folder },
          () => undefined,
        );
        expect({ real, isWritten: written.isWritten, rows: written.rows.length > 0 }).toEqual({
          real,
          isWritten: true,
          rows: true,
        });
        const rejected = [...new Set(written.complaints.map(({ code }) => code))];
        expect({ real, rejected }).toEqual({ real, rejected: rejectedRows[real] ?? [] });
        fs.rmSync(out);
      }
    }, 180_000);

    it.each([
      '1c_carono_orders.xml',
      'bmecat_1.2_olivere_update_prices.xml',
      'datanorm4_datpreis_test.001',
      'datanorm4_datanorm_test.WRG',
      'dbase_83.dbt',
    ])('%s is no catalogue, and nothing is proposed for it', async (real) => {
      const folder = temporaryFolder('real');
      fs.writeFileSync(path.join(folder, real), realBytes(real));
      expect(await proposed(path.join(folder, real))).toBeUndefined();
    });
  },
);
