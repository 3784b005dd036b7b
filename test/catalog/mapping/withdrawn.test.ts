import { describe, expect, it } from 'vitest';
import { delivery, headerFour } from '../../adapters/datanorm/delivery.ts';
import { complaintsOf, fieldsOf, mapOne } from '../mapped.ts';

const item =
  '<tradeItem><gtin>4006381333931</gtin><tradeItemDescription>Stift</tradeItemDescription></tradeItem>';
const message = (command: string) =>
  `<m><documentCommand><documentCommandHeader type="${command}"/>${item}</documentCommand></m>`;
const texts = 'externalId: gtin, name: tradeItemDescription';

describe('an item that its message withdraws', () => {
  it('is rejected where no isActive takes it off sale', async () => {
    const read = await mapOne(message('DELETE'), `{ ${texts} }`, 'format: gdsn');
    expect(complaintsOf(read)).toEqual(['ROW_WITHDRAWN withdrawn']);
    const kept = await mapOne(message('ADD'), `{ ${texts} }`, 'format: gdsn');
    expect(kept.kind).toBe('row');
  });

  it.each([
    ['DELETE', false],
    ['ADD', true],
  ])('goes off sale as the mapping of the remedy says: %s', async (command, isActive) => {
    const active = 'isActive: { column: withdrawn, translate: { "true": false, "false": true } }';
    const read = await mapOne(message(command), `{ ${texts}, ${active} }`, 'format: gdsn');
    expect(fieldsOf(read)).toMatchObject({ isActive });
  });
});

const kinds = {
  bmecat: {
    texts: 'externalId: SUPPLIER_ID, name: DESCRIPTION_SHORT',
    export: (mode: string) =>
      `<BMECAT><T_NEW_CATALOG><ARTICLE mode="${mode}"><SUPPLIER_AID>1</SUPPLIER_AID><DESCRIPTION_SHORT>Stift</DESCRIPTION_SHORT></ARTICLE></T_NEW_CATALOG></BMECAT>`,
  },
  commerceml: {
    texts: 'externalId: Ид, name: Наименование',
    export: (status: string) =>
      `<КоммерческаяИнформация><Каталог><Товары><Товар Статус="${status}"><Ид>1</Ид><Наименование>Stift</Наименование></Товар></Товары></Каталог></КоммерческаяИнформация>`,
  },
  datanorm: {
    texts: 'externalId: Artikelnummer, name: Kurztext1',
    export: (kind: string) => delivery(headerFour, [`A;${kind};1;00;Stift;;1;0;Stk;100;;;;`]),
  },
} as const;

const cases = [
  { format: 'bmecat', column: '@mode', deleted: 'delete', kept: 'update', free: 'SPERRE' },
  { format: 'commerceml', column: 'Статус', deleted: 'Удален', kept: 'Новый', free: 'Вес' },
  { format: 'datanorm', column: 'Verarbeitung', deleted: 'L', kept: 'A', free: 'EAN' },
  { format: 'datanorm', column: 'Verarbeitung', deleted: 'X', kept: 'N', free: 'EAN' },
] as const;

describe.each(cases)('an article that $format marks as deleted, by $deleted', (one) => {
  const { format, column, deleted, kept, free } = one;
  const mapped = (mark: string, more = '', keys = '') =>
    mapOne(
      kinds[format].export(mark),
      `{ ${kinds[format].texts}${more} }`,
      `format: ${format}${keys}`,
    );

  it('is rejected by its mark where no isActive is mapped', async () => {
    expect(complaintsOf(await mapped(deleted))).toEqual([`ROW_WITHDRAWN ${column}`]);
    expect((await mapped(kept)).kind).toBe('row');
  });

  it('goes off sale as the mapping of the message says', async () => {
    const read = await mapped(deleted);
    const told = read.kind === 'rejected' ? read.complaints[0]?.remedy : '';
    const active = `, ${/isActive: \{.*\}/.exec(told ?? '')?.[0]}`;
    expect(fieldsOf(await mapped(deleted, active))).toMatchObject({ isActive: false });
    expect(fieldsOf(await mapped(kept, active))).toMatchObject({ isActive: true });
  });

  it('is rejected where isActive reads something else, unless that takes it off sale', async () => {
    const by = (word: boolean) => `, isActive: { column: ${free}, default: ${word} }`;
    expect(complaintsOf(await mapped(deleted, by(true)))).toContain(`ROW_WITHDRAWN ${column}`);
    expect((await mapped(kept, by(true))).kind).toBe('row');
    expect(fieldsOf(await mapped(deleted, by(false)))).toMatchObject({ isActive: false });
  });

  it('is left out by where', async () => {
    const where = `, where: [{ column: "${column}", notEquals: "${deleted}" }]`;
    expect((await mapped(deleted, '', where)).kind).toBe('skipped');
  });
});

it('the stock of a deleted article is read: nothing else of it is sent', async () => {
  const text = kinds.commerceml.export('Удален');
  const stock = '{ externalId: Ид, availableQty: Остаток }';
  expect((await mapOne(text, stock, 'format: commerceml, kind: stock')).kind).toBe('row');
});

it('an article of 1C is rejected by the mark that isActive does not read, and goes off sale as the message says', async () => {
  const { texts, export: exported } = kinds.commerceml;
  const mark = '<ПометкаУдаления>true</ПометкаУдаления>';
  const text = exported('Новый').replace('</Товар>', `${mark}</Товар>`);
  const active = 'isActive: { column: Статус, translate: { Удален: false }, otherwise: true }';
  const read = await mapOne(text, `{ ${texts}, ${active} }`, 'format: commerceml');
  expect(complaintsOf(read)).toEqual(['ROW_WITHDRAWN ПометкаУдаления']);
  const told = read.kind === 'rejected' ? read.complaints[0]?.remedy : '';
  const line = /isActive: \{.*\}/.exec(told ?? '')?.[0];
  const again = await mapOne(text, `{ ${texts}, ${line} }`, 'format: commerceml');
  expect(fieldsOf(again)).toMatchObject({ isActive: false });
});

describe('a mark of deletion that isActive reads as yes', () => {
  const { texts, export: exported } = kinds.commerceml;
  const deleted = exported('Новый')
    .replace(' Статус="Новый"', '')
    .replace('</Товар>', '<ПометкаУдаления>true</ПометкаУдаления></Товар>');
  const read = (active: string) =>
    mapOne(deleted, `{ ${texts}, isActive: ${active} }`, 'format: commerceml');

  it.each([
    'ПометкаУдаления',
    '{ columns: [Статус, ПометкаУдаления], translate: { Удален: false }, default: true }',
    '{ columns: [Статус, ПометкаУдаления], translate: { Удален: false }, otherwise: true, default: true }',
  ])('rejects the article, which would go on sale: %s', async (active) => {
    const mapped = await read(active);
    expect(complaintsOf(mapped)).toEqual(['ROW_WITHDRAWN ПометкаУдаления']);
    expect(mapped).toMatchObject({
      complaints: [{ rule: expect.stringContaining('isActive of the mapping takes it for yes') }],
    });
  });

  it.each([
    [
      '{ columns: [Статус, ПометкаУдаления], translate: { Удален: false, "true": false }, default: true }',
      false,
    ],
    [`{ expression: 'row["ПометкаУдаления"] == "true"' }`, true],
  ])('is read as the mapping says: %s', async (active, isActive) => {
    expect(fieldsOf(await read(active))).toMatchObject({ isActive });
  });
});
