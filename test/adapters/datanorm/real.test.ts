import { describe, expect, it } from 'vitest';
import { datanorm } from '../../../adapters/datanorm/read.ts';
import {
  fileOf,
  occurrences,
  reading,
  realBytes,
  realFile,
  realFilesExist,
} from '../xml/reading.ts';

const file = (name: string) => realFile(`products/datanorm4_${name}`);

/** Checked against MANIFEST.md of the real exports and plain text searches in the files. */
describe.skipIf(!realFilesExist())('real deliveries', () => {
  it.each(['datanorm_test.001', 'datanorm_2_test.001'])(
    '%s: a row for each A record',
    async (name) => {
      const { rows, refusal } = await reading(datanorm, [file(name)]);
      expect(refusal).toBeUndefined();
      expect(rows).toHaveLength(1);
      expect(occurrences(realBytes(`products/datanorm4_${name}`).toString('latin1'), '\nA;')).toBe(
        1,
      );
    },
  );

  it('quirk 3: CP850 articles with ISO-8859-1 group names', async () => {
    const { rows, encoding } = await reading(datanorm, [
      file('datanorm_test.001'),
      file('datanorm_test.WRG'),
    ]);
    expect(encoding).toBe('cp850');
    expect(rows).toEqual([
      expect.objectContaining({
        Artikelnummer: '899977',
        Verarbeitung: 'N',
        Kurztext1: 'HAGER Leitungsschutzschalter AC C 16A 3p',
        Kurztext2: 'MCS316 415V 3TE 50Hz Zusatzeinr.mögl',
        Mengeneinheit: 'Stk',
        EAN: '3250614315336',
        Matchcode: 'MCS316',
        Hauptwarengruppe: 'Installationsgeräte & -systeme',
        Warengruppe: 'Sicherungsautomaten & Hauptschalter',
      }),
    ]);
  });

  it('the second supplier: blanks for empty fields', async () => {
    const { rows } = await reading(datanorm, [file('datanorm_2_test.001')]);
    expect(rows[0]).toMatchObject({
      Artikelnummer: '996634',
      Kurztext1: 'Hager MCS316 LS-Schalter 3P 6kA C-16A 3M',
      Kurztext2: 'QC',
      Mengeneinheit: 'STCK',
      EAN: '3250614315336',
      Matchcode: 'HAG MCS316',
      Warengruppe: '',
      Hauptwarengruppe: '23',
    });
  });

  it('the price file is refused: there is nothing to import', async () => {
    const { rows, refusal } = await reading(datanorm, [file('datpreis_test.001')]);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_WITHOUT_PRODUCTS' });
    expect(refusal?.rule).toContain('prices only');
  });

  it('fault 4: no prefix of a delivery gives an article with half a value', async () => {
    const bytes = realBytes('products/datanorm4_datanorm_test.001');
    const [whole] = (await reading(datanorm, [fileOf('whole', bytes)])).rows;
    const articleOnly = ['Artikelnummer', 'Kurztext1', 'Kurztext2', 'Mengeneinheit'] as const;
    const outcomes = new Set<string>();
    for (let length = 0; length < bytes.length; length += 1) {
      const { rows, refusal } = await reading(datanorm, [fileOf('cut', bytes.subarray(0, length))]);
      outcomes.add(refusal?.code ?? `${rows.length} row`);
      for (const row of rows) {
        if ('rule' in row) continue;
        for (const column of articleOnly)
          expect(row).toHaveProperty(column, (whole as Record<string, string>)[column]);
        if ('EAN' in row) expect(row).toEqual(whole);
      }
    }
    // Cut behind the A record the file looks whole: then the B record's columns are missing, not wrong.
    expect([...outcomes].sort()).toEqual([
      '1 row',
      'FILE_EMPTY',
      'FILE_STRUCTURE',
      'FILE_TRUNCATED',
    ]);
  });

  it('the article list without a header is no DATANORM', async () => {
    const { refusal } = await reading(datanorm, [
      realFile('products/datanorm5_source_article_master_data.csv'),
    ]);
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', row: 1 });
  });
});
