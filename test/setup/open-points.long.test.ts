import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const bmecat = `<?xml version="1.0" encoding="UTF-8"?><BMECAT version="1.2"><HEADER/><T_UPDATE_PRODUCTS prev_version="1">
<ARTICLE mode="update"><SUPPLIER_AID>A1</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Bolt M8</DESCRIPTION_SHORT></ARTICLE_DETAILS></ARTICLE>
</T_UPDATE_PRODUCTS></BMECAT>`;
const oneC = (
  mark: string,
) => `<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация ВерсияСхемы="2.05">
<Каталог СодержитТолькоИзменения="${mark}"><Ид>1</Ид><Товары><Товар><Ид>A1</Ид><Наименование>Болт М8</Наименование></Товар></Товары></Каталог>
</КоммерческаяИнформация>`;

describe('a sample that says of itself that it holds changes', () => {
  it.each([
    ['BMEcat', bmecat],
    ['1C', oneC('true')],
  ])('of %s is proposed as delta, with its rows', async (_name, content) => {
    const { shown, text } = await proposed('katalog.xml', content);
    expect(text).toMatch(/^ {6}contents: delta/m);
    expect(shown).toContain('row 1: {"externalId":"A1"');
  });

  it('is full where it says that it is', async () => {
    const { text } = await proposed('import.xml', oneC('false'));
    expect(text).toMatch(/^ {6}contents: full/m);
  });

  it('shows why nothing would be sent where a person says full', async () => {
    const { shown } = await proposed('katalog.xml', bmecat, { contents: 'full' });
    expect(shown).toContain('updates some articles only (T_UPDATE_PRODUCTS)');
    expect(shown).toContain('Set contents: delta');
    expect(shown).not.toContain('none of the first records has it');
  });
});

describe('what waits for a person', () => {
  it('names a column of blocked articles that is not read, with its values, and no attribute of it', async () => {
    const columns = 'ArtNr;Name;Aktiv;Auslauf;Status\n';
    const { shown, text } = await proposed(
      'artikel.csv',
      `${columns}A1;Bolt M8;1;nein;20\nA2;Nut M8;0;ja;30\n`,
    );
    expect(shown).toContain(
      '- Auslauf (nein, ja) may say whether an article is on sale, and is not read: if it does, read isActive from it and Aktiv together',
    );
    expect(shown).toContain('- Status (20, 30) may say whether an article is on sale');
    expect(text).not.toContain('attributes:');
    expect(text).toContain('is not read: Auslauf (nein, ja), Status (20, 30)');
  });

  it('is no xsi:nil, with which databases mark an empty element', async () => {
    const article = (number: number, brand: string) =>
      `<article><artnr>A${number}</artnr><bezeichnung>Bolt M${number}</bezeichnung>${brand}</article>`;
    const articles = [
      article(6, '<marke>Bosch</marke>'),
      article(8, '<marke xsi:nil="true"/>'),
      article(10, '<marke xsi:nil="true"/>'),
    ];
    const { shown, text } = await proposed(
      'artikel.xml',
      `<table xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${articles.join('')}</table>`,
    );
    expect(text).toContain('brand: marke');
    expect(shown + text).not.toContain('nil');
  });

  it('names what may be such a column by its values alone in one line, and leaves it an attribute', async () => {
    const { shown, text } = await proposed(
      'artikel.csv',
      'ArtNr;Name;Feld1;Feld2\nA1;Bolt M8;J;0\nA2;Nut M8;N;1\n',
    );
    expect(shown).toContain(
      '- columns that may say whether an article is on sale: Feld1 (J, N), Feld2 (0, 1); if one of them does, read isActive',
    );
    expect(text).toContain('#attributes: { columns: [Feld1, Feld2] }');
    expect(text).toContain('on sale: Feld1 (J, N), Feld2 (0, 1)');
  });

  it('names the codes of a column of blocked articles, which stands there to be filled in', async () => {
    const { shown, text } = await proposed(
      'artikel.csv',
      'ArtNr;Name;Sperrkennzeichen\nA1;Bolt M8;\nA2;Nut M8;V\nA3;Disc M8;A\n',
    );
    expect(shown).toContain('isActive is written as a comment: V, A; empty in 1 of 3 rows');
    expect(text).toMatch(/^ {8}#isActive: \{ column: Sperrkennzeichen, .*V: false, A: false/m);
  });

  it('names rows of services, with a where: that leaves them out', async () => {
    const { shown, text } = await proposed(
      'artikel.csv',
      'ArtNr;Name;Artikelart\nA1;Bolt M8;Ware\nA2;Montage;Dienstleistung\nA3;Disc M8;Sonstiges\n',
    );
    expect(shown).toContain(
      '- 1 row has Dienstleistung in Artikelart and would be sent as articles',
    );
    expect(text).toMatch(/^ {6}#where: \{ column: Artikelart, notIn: \[Dienstleistung\] \}/m);
  });

  it('names the cell of a number that can be read in two ways', async () => {
    const { shown, text } = await proposed(
      'artikel.csv',
      'ArtNr;Name;Bestand;VK\nA1;Bolt M8;1.250;0.95\nA2;Nut M8;3.000;1.20\n',
    );
    expect(shown).toContain(
      'only VK shows how numbers are written; 1.250 in Bestand can be read in two ways',
    );
    expect(text).toMatch(/^ {6}numbers: "1234.56" +# please check: as in 0.95/m);
  });

  it('names the second source that adds up the stock of an article in several rows', async () => {
    const rows = ['A1;Bolt M8;Nord;5', 'A1;Bolt M8;Süd;6', 'A2;Nut M8;Nord;1'];
    const { shown } = await proposed(
      'artikel.csv',
      `Artikelnr;Bezeichnung;Lager;Bestand\n${rows.join('\n')}\n`,
      { map: ['externalId=Artikelnr'] },
    );
    expect(shown).toContain('add a source of kind stock with duplicates: sum over the same files');
    expect(shown).toContain('"A1": is in rows 2 and 3 with different data');
    expect(shown).not.toMatch(/row [23]: \{/);
    expect(shown).toContain('row 4: {"externalId":"A2"');
  });

  it('proposes fillDown where the rows of a handle leave the name to the first one', async () => {
    const rows = ['s1;A1;Bolt;1;1', 's1;A2;;;2', 's2;B1;Nut;1;1', 's2;B2;;;2'];
    const { shown, text } = await proposed(
      'shop.csv',
      `Handle;Variant SKU;Title;Published;Stock\n${rows.join('\n')}\n`,
    );
    expect(text).toMatch(/^ {6}fillDown: \{ columns: \[Title, Published\], within: Handle \}/m);
    expect(shown).toContain('- fillDown of Title, Published is likely, not certain');
    expect(shown).toContain('row 3: {"externalId":"A2","name":"Bolt","isActive":true');
  });

  it('proposes no fillDown where nothing says which rows are one product', async () => {
    const { text } = await proposed(
      'artikel.csv',
      'ArtNr;Name;Aktiv\nA1;Bolt;1\nA2;;0\nA3;Nut;1\n',
    );
    expect(text).not.toContain('fillDown');
  });

  it('proposes no fillDown within a price, which differs by chance from product to product', async () => {
    const { text } = await proposed(
      'artikel.csv',
      'OXARTNUM;OXTITLE;OXPRICE\n1;Shirt;9.9\n1-S;;9.9\n2;Hose;49.9\n',
    );
    expect(text).not.toContain('fillDown');
  });

  it('says what it has to say to its end', async () => {
    const rows = [
      'TS;T-Shirt;40;Y;',
      'TS-S;T-Shirt S;15;N;TS',
      'TS-M;T-Shirt M;25;N;TS',
      'C;Cap;9;N;',
    ];
    const head =
      'Artikelnummer;Artikelname;Lagerbestand;Ist Kopfartikel;Identifizierung Vaterartikel';
    const long = rows.map((row) => row.replaceAll('TS', `TS-${'0'.repeat(60)}`));
    const { shown, text } = await proposed('jtl.csv', `${head}\n${long.join('\n')}\n`);
    const remedy = 'where: { column: Ist Kopfartikel, notIn: [Y] } leaves it out; by its name';
    expect(shown).toContain(remedy);
    expect(text).toContain(remedy);
  });

  it('names columns that may be prices, and proposes none of them as an attribute', async () => {
    const item = (at: number) =>
      `<ITEM><SKU>A${at}</SKU><NAME>Bolt M${at}</NAME><HSN>73${at}</HSN><BASE><RATE>${at}.50</RATE></BASE><AMOUNT>${at}9.00</AMOUNT></ITEM>`;
    const { shown, text } = await proposed('items.xml', `<E>${item(1)}${item(2)}</E>`);
    expect(shown).toContain('- BASE/RATE, AMOUNT: may be prices');
    expect(text).toContain('#attributes: { columns: [HSN] }');
  });
});

describe('an export whose words init does not know', () => {
  const rows = 'A1;Bolt;5;att\nA2;Nut;7;fuori\nA3;Screw;9;att\nA4;Washer;9;att\n';

  it('names the columns of whole numbers where no stock was found, and those of few values where nothing says what is on sale', async () => {
    const { shown } = await proposed('artikel.csv', `Art;Name;Anz;Vendita\n${rows}`);
    expect(shown).toContain(
      '- no column of the stock was found, and without availableQty no stock is sent. Columns that hold whole numbers: Anz',
    );
    expect(shown).toContain(
      '- no column was found that says whether an article is on sale. Columns with few different values: Vendita (att, fuori); if one of them says it, read isActive from it. If where: leaves out its articles instead, they are taken off sale only with vanished: hide or unpublish',
    );
  });

  it('says nothing of either where both were found', async () => {
    const { shown } = await proposed(
      'artikel.csv',
      'Artikelcode;Omschrijving;Voorraad;Geblokkeerd\nA1;Bolt;5;Ja\nA2;Nut;7;Nee\n',
    );
    expect(shown).not.toMatch(/was found/);
    expect(shown).toContain('"A1","name":"Bolt","isActive":false,"availableQty":"5"');
    expect(shown).toContain('"A2","name":"Nut","isActive":true,"availableQty":"7"');
  });

  it.each([
    ['MATNR;MAKTX;LABST;LVORM', 'A1;Bolt;5;X\nA2;Nut;7;\n', false],
    ['Codice;Descrizione;Giacenza;Bloccato', 'A1;Bolt;5;sì\nA2;Nut;7;no\n', false],
    ['Codice;Descrizione;Disponibilità;Attivo', 'A1;Bolt;5;sì\nA2;Nut;7;no\n', true],
  ])('reads %s', async (head, lines, first) => {
    const { shown } = await proposed('artikel.csv', `${head}\n${lines}`);
    expect(shown).toContain(`"A1","name":"Bolt","isActive":${first},"availableQty":"5"`);
    expect(shown).toContain(`"A2","name":"Nut","isActive":${!first},"availableQty":"7"`);
  });
});
