import { describe, expect, it } from 'vitest';
import { bmecat } from '../../../adapters/bmecat/read.ts';
import { fileOf, reading } from '../xml/reading.ts';

const text = (language: string | undefined, word: string) =>
  `<DESCRIPTION_SHORT${language === undefined ? '' : ` lang="${language}"`}>${word}</DESCRIPTION_SHORT>`;

async function shortTexts(header: string, articles: readonly string[]) {
  const products = articles.map(
    (texts, nth) =>
      `<PRODUCT><SUPPLIER_PID>${nth}</SUPPLIER_PID><PRODUCT_DETAILS>${texts}</PRODUCT_DETAILS></PRODUCT>`,
  );
  const content = `<BMECAT version="2005"><HEADER><CATALOG>${header}</CATALOG></HEADER><T_NEW_CATALOG>${products.join('')}</T_NEW_CATALOG></BMECAT>`;
  const { rows } = await reading(bmecat, [fileOf('bmecat.xml', content)]);
  return rows.map((row) => Object.entries(row).find(([name]) => name === 'DESCRIPTION_SHORT')?.[1]);
}

describe('texts in several languages', () => {
  const english = '<LANGUAGE>eng</LANGUAGE>';
  const german = '<LANGUAGE default="true">deu</LANGUAGE>';
  const hammer = [text('deu', 'Hammer'), text('eng', 'hammer')].join('');
  const pliers = [text('eng', 'pliers'), text('DEU', 'Zange')].join('');

  it.each([english + german, german + english, '<LANGUAGE> deu </LANGUAGE>'])(
    'are read in that of the catalogue, wherever they stand: %s',
    async (header) => {
      expect(await shortTexts(header, [hammer, pliers])).toEqual(['Hammer', 'Zange']);
    },
  );

  it('are read without a language where that of the catalogue is missing, else in the first', async () => {
    const articles = [
      text('eng', 'saw') + text(undefined, 'Säge'),
      text('eng', 'drill') + text('fra', 'perceuse'),
    ];
    expect(await shortTexts(german, articles)).toEqual(['Säge', 'drill']);
  });

  it('name a feature and its value in the same one', async () => {
    const feature =
      '<PRODUCT_FEATURES><FEATURE><FNAME lang="eng">Colour</FNAME><FNAME lang="deu">Farbe</FNAME><FVALUE lang="eng">red</FVALUE><FVALUE lang="deu">rot</FVALUE></FEATURE></PRODUCT_FEATURES>';
    const content = `<BMECAT><HEADER><CATALOG>${english}${german}</CATALOG></HEADER><T_NEW_CATALOG><PRODUCT><SUPPLIER_PID>1</SUPPLIER_PID>${feature}</PRODUCT></T_NEW_CATALOG></BMECAT>`;
    const { rows } = await reading(bmecat, [fileOf('bmecat.xml', content)]);
    expect(rows).toEqual([{ SUPPLIER_ID: '1', SUPPLIER_PID: '1', 'FEATURE:Farbe': 'rot' }]);
  });
});
