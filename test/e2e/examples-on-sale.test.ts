import { afterEach, expect, it } from 'vitest';
import { type ExampleRoom, openExample } from './example-room.ts';

let room: ExampleRoom | undefined;
afterEach(async () => {
  await room?.close();
  room = undefined;
});

const header = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published'],
  ...['Option1 Value', 'Option2 Value', 'Option3 Value', 'Variant SKU', 'Variant Inventory Qty'],
  ...['Variant Inventory Policy', 'Variant Barcode', 'Image Src', 'Status'],
].join(',');

/**
 * As Shopify exports them: what a product says once stands in its first line, also above a line with a picture only.
 */
function shopify(published: boolean, status = 'active'): string {
  const lines = [
    `shirt,Blue Shirt,,Demo,,,${published},S,,,1,5,deny,,a.jpg,${status}`,
    'shirt,,,,,,,,,,,,,,b.jpg,',
    'shirt,,,,,,,M,,,2,6,deny,,,',
    'hat,Hat,,Demo,,,true,Default Title,,,3,7,deny,,,active',
  ];
  return `${[header, ...lines].join('\n')}\n`;
}

async function onSale(): Promise<Record<string, unknown>> {
  const products = (await room?.products()) ?? [];
  return Object.fromEntries(
    products.map(({ externalId, isActive }) => [String(externalId), isActive]),
  );
}

it('the example of Shopify takes every variant of a product off sale that is no longer published', async () => {
  room = await openExample('shopify.yaml');
  room.put('products_export_1.csv', shopify(true));
  await room.pass();
  expect(await onSale()).toEqual({ 'shirt/S': true, 'shirt/M': true, hat: true });
  room.put('products_export_2.csv', shopify(false));
  await room.pass();
  expect(await onSale()).toEqual({ 'shirt/S': false, 'shirt/M': false, hat: true });
});

it('the examples of 1C take off sale what is marked as deleted in either way, and leave on sale what has no mark', async () => {
  for (const example of ['commerceml.yaml', 'commerceml-classifier.yaml']) {
    room = await openExample(example);
    const product = (id: string, status = '', more = '') =>
      `<Товар ${status}><Ид>${id}</Ид><Наименование>${id}</Наименование>${more}</Товар>`;
    const mark = (word: string) => `<ПометкаУдаления>${word}</ПометкаУдаления>`;
    const products = [
      product('a'),
      product('b', 'Статус="Новый"', mark('false')),
      product('c', 'Статус="Удален"'),
      product('d', '', mark('true')),
    ];
    const list = (inside: string) => `<КоммерческаяИнформация>${inside}</КоммерческаяИнформация>`;
    room.put('import.xml', list(`<Каталог><Товары>${products.join('')}</Товары></Каталог>`));
    room.put('classifier.xml', list('<Классификатор><Ид>k</Ид></Классификатор>'));
    const offer = '<Предложение><Ид>a</Ид><Количество>1</Количество></Предложение>';
    room.put(
      'offers.xml',
      list(`<ПакетПредложений><Предложения>${offer}</Предложения></ПакетПредложений>`),
    );
    await room.pass();
    expect(await onSale()).toEqual({ a: true, b: true, c: false, d: false });
    await room.close();
    room = undefined;
  }
});
