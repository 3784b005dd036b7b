import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const read = (cells: readonly (readonly [number: string, barcode: string])[]) =>
  proposed(
    'artikel.csv',
    `ArtNr,Bezeichnung,EAN,Bestand\n${cells
      .map(([number, barcode], row) => `${number},Rohr ${row} verzinkt,${barcode},12.0\n`)
      .join('')}`,
  );

describe('barcodes that were written as numbers with an empty fraction (quirk 23)', () => {
  it('are read without it, and article numbers stay as they are', async () => {
    const { shown, text } = await read([
      ['10001.0', '4006381333931.0'],
      ['10002.0', ''],
      ['A-17', '4006381333948.0'],
    ]);
    expect(shown).toContain('{"externalId":"10001.0","name":"Rohr 0 verzinkt"');
    expect(shown).toContain('"barcode":"4006381333931"');
    expect(shown).toContain('every check digit is right');
    expect(text).toContain('barcode: { column: EAN, replace: [{ from: ".0", to: "" }] }');
  });

  it('stay as they are where a dot belongs to them', async () => {
    const { text } = await read([
      ['1.0', '4006381333931'],
      ['1.1', '40.06'],
      ['2.0', '4006381333948.0'],
    ]);
    expect(text).not.toContain('replace:');
  });
});

describe('codes with an apostrophe, as Shopify writes them for Excel (quirk 24)', () => {
  const shop = (codes: readonly string[]) =>
    proposed(
      'products.csv',
      `Variant SKU,Title,Variant Barcode,Stock\n${codes
        .map((code, row) => `${code},Shirt ${row},'4006381333931,5\n`)
        .join('')}`,
    );

  it('are read without it', async () => {
    const { shown, text } = await shop(["'00101", "'00102", 'S-103']);
    expect(shown).toContain('{"externalId":"00101","name":"Shirt 0","barcode":"4006381333931"');
    expect(shown).toContain('{"externalId":"S-103"');
    expect(text).toContain('#only: ["00101", "00102", S-103]');
    expect(text).toContain(`externalId: { column: Variant SKU, replace: [{ from: "'", to: "" }] }`);
  });

  it('stay as they are where one of them has it elsewhere', async () => {
    const { shown } = await shop(["'00101", "5'6", 'S-103']);
    expect(shown).toContain(`{"externalId":"'00101"`);
  });
});
