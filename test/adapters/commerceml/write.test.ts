import { describe, expect, it } from 'vitest';
import { commerceml, createCommerceMl } from '../../../adapters/commerceml/write.ts';
import { inXml, lineFields, lineNames, lostTexts, orderOf, textIn } from '../order/facts.ts';
import { lossless } from '../order/generated.ts';
import { sampleOrder } from '../order/sample.ts';
import { all, everything, hostileTrees, parseXml, type Tree, text } from '../order/tree.ts';
import { canValidate, checks, faultsOf, readmeBlock, verdicts } from '../order/xmllint.ts';

const longMs = 120_000;
const windows = createCommerceMl('windows-1251');
const documentOf = (tree: Tree): Tree => all(tree, 'Документ')[0]!;
const hostile = hostileTrees(commerceml, documentOf);

function property(tree: Tree, list: string, name: string): string | undefined {
  const found = all(tree, `${list}/ЗначениеРеквизита`).find(
    (each) => text(each, 'Наименование') === name,
  );
  return (
    found &&
    all(found, 'Значение')
      .map((each) => each.text)
      .join('')
  );
}

/** Amounts of more than two places stand among the properties of the line. */
function lineSeen(item: Tree) {
  const amount = (element: string, name: string) =>
    text(item, element) ?? property(item, 'ЗначенияРеквизитов', name);
  return {
    sellerExternalId: text(item, 'Артикул'),
    productId: property(item, 'ЗначенияРеквизитов', 'productId'),
    quantity: text(item, 'Количество'),
    unitPrice: amount('ЦенаЗаЕдиницу', 'unitPrice'),
    lineTotal: amount('Сумма', 'lineTotal'),
    vatAmount: text(item, 'Налоги/Налог/Сумма'),
  };
}

describe.skipIf(!canValidate())(
  'the CommerceML 2.10 schema (skipped where ../shared/schemas or xmllint is missing)',
  () => {
    it('accepts many hostile orders, in UTF-8 and in windows-1251', { timeout: longMs }, () => {
      expect(
        faultsOf(
          checks.commerceml,
          hostile.map(({ bytes }) => bytes),
        ),
      ).toBe('');
      expect(
        faultsOf(
          checks.commerceml,
          hostile.map(({ order }) => windows.write(order)),
        ),
      ).toBe('');
    });

    it('accepts the sample by the script that it comes with, and refuses a damaged one', () => {
      const sample = commerceml.write(sampleOrder());
      expect(verdicts('commerceml', sample, ['<Курс>1</Курс>', ''])).toEqual([
        '',
        expect.stringContaining('Курс'),
      ]);
    });
  },
);

describe('a CommerceML order document', () => {
  it('has the lines and totals of the service, read back by another reader', () => {
    for (const { order, tree } of hostile) {
      const own = orderOf(order);
      expect(all(tree, 'Товары/Товар').map(lineSeen)).toEqual(lineFields(order, lineNames));
      expect(text(tree, 'Сумма')).toBe(textIn(own, 'totalAmount'));
      expect(text(tree, 'Налоги/Налог/Сумма')).toBe(textIn(own, 'vatTotal'));
      expect(text(tree, 'ДопРасходы/ДопРасход/Сумма')).toBe(textIn(own, 'deliveryFee'));
      expect(property(tree, 'ЗначенияРеквизитов', 'subtotal')).toBe(textIn(own, 'subtotal'));
      expect(property(tree, 'ЗначенияРеквизитов', 'grossTotal')).toBe(
        textIn(order.summary, 'grossTotal'),
      );
      expect(property(tree, 'ЗначенияРеквизитов', 'version')).toBe(order.version);
      expect(text(tree, 'Ид')).toBe(order.orderId);
    }
  });

  it('loses no text, no key and no number', () => {
    for (const { order, tree } of hostile)
      expect(lostTexts(order, everything(tree), { shown: inXml })).toEqual([]);
  });

  it('is in windows-1251 what it is in UTF-8: by its number where the page lacks a character', () => {
    for (const { order, bytes } of hostile.slice(0, 20)) {
      const decoded = new TextDecoder('windows-1251').decode(windows.write(order));
      expect(decoded).toMatch(/^<\?xml version="1\.0" encoding="WINDOWS-1251"\?>/);
      const again = new TextEncoder().encode(decoded.replace('WINDOWS-1251', 'UTF-8'));
      expect(parseXml(again)).toEqual(parseXml(bytes));
    }
  });

  it('says that an order is cancelled by the name that 1C knows', () => {
    const seen = (['new', 'changed', 'ended'] as const).map((change) => {
      const tree = documentOf(parseXml(commerceml.write(sampleOrder(change))));
      return ['Отменен', 'Статус заказа'].map((name) => property(tree, 'ЗначенияРеквизитов', name));
    });
    expect(seen).toEqual([
      ['false', 'PLACED'],
      ['false', 'ACCEPTED'],
      ['true', 'CANCELLED'],
    ]);
  });

  it('calculates no discount from a delivery fee that it leaves out', () => {
    const { detail } = sampleOrder();
    const amounts = { subtotal: 60, deliveryFee: lossless('5.125'), totalAmount: 65 };
    const order = { ...orderOf(sampleOrder()), ...amounts };
    const tree = documentOf(
      parseXml(commerceml.write({ ...sampleOrder(), detail: { ...detail, order } })),
    );
    expect(property(tree, 'ЗначенияРеквизитов', 'deliveryFee')).toBe('5.125');
    expect(all(tree, 'Скидки')).toEqual([]);
  });

  it('says in UTC when the order was placed, because its dates have no zone', () => {
    const lines = [{ id: 1, quantity: 1 }];
    const createdAt = '2026-02-01T00:30:00+01:00';
    const order = { currency: 'EUR', totalAmount: 1, createdAt, lines };
    const tree = documentOf(
      parseXml(commerceml.write({ ...sampleOrder(), summary: {}, detail: { order } })),
    );
    expect([text(tree, 'Дата'), text(tree, 'Время')]).toEqual(['2026-01-31', '23:30:00']);
  });

  it.each([
    ['it names no currency', { totalAmount: 1 }],
    ['it has no totalAmount', { currency: 'EUR' }],
    ['line 1 has no usable quantity', { currency: 'EUR', totalAmount: 1, lines: [{ id: 1 }] }],
  ])('is refused when %s', (why, order) => {
    expect(() => commerceml.write({ ...sampleOrder(), summary: {}, detail: { order } })).toThrow(
      `Order 10231: ${why}`,
    );
  });

  it('is the sample of its README', () => {
    const written = new TextDecoder().decode(commerceml.write(sampleOrder()));
    expect(written).toBe(readmeBlock('commerceml', 'xml'));
  });
});
