import { describe, expect, it } from 'vitest';
import { commerceml } from '../../../adapters/commerceml/read.ts';
import type { AdapterFile } from '../../../src/domain/adapter.ts';
import { fileOf, reading } from '../xml/reading.ts';

const namespace = ' xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.07"';

function document(inside: string, attributes = namespace): string {
  return `<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация${attributes}>${inside}</КоммерческаяИнформация>`;
}

const classifier = `<Классификатор><Ид>c</Ид><Наименование>Классификатор</Наименование>
  <Группы><Группа><Ид>g1</Ид><Наименование>Крепёж</Наименование><Группы>
    <Группа><Ид>g2</Ид><Наименование>Болты</Наименование></Группа></Группы></Группа></Группы>
  <Свойства><Свойство><Ид>p1</Ид><Наименование>Материал</Наименование><ВариантыЗначений>
    <Справочник><ИдЗначения>v1</ИдЗначения><Значение>Сталь</Значение></Справочник>
    <Справочник><ИдЗначения>v2</ИдЗначения><Значение>Латунь</Значение></Справочник></ВариантыЗначений></Свойство>
  <Свойство><Ид>p2</Ид><Наименование>Цвет</Наименование></Свойство></Свойства></Классификатор>`;

const bolt = `<Товар Статус="Новый"><Ид>t1</Ид><Штрихкод>4600000000017</Штрихкод><Артикул>Б- 1</Артикул><Наименование>Болт</Наименование>
  <БазоваяЕдиница Код="796 " НаименованиеПолное="Штука"><Пересчет><Единица>796</Единица></Пересчет></БазоваяЕдиница>
  <Группы><Ид>g2</Ид><Ид>g1</Ид></Группы><Описание/><Изготовитель><Ид>m</Ид><Наименование>ООО Метиз</Наименование></Изготовитель>
  <Картинка>a/1.jpg</Картинка><Картинка>a/2.jpg</Картинка><Вес>0.5</Вес>
  <ЗначенияСвойств><ЗначенияСвойства><Ид>p1</Ид><Значение>v1</Значение><Значение>v2</Значение></ЗначенияСвойства>
    <ЗначенияСвойства><Ид>p2</Ид><Значение>белый</Значение></ЗначенияСвойства></ЗначенияСвойств>
  <ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>ТипНоменклатуры</Наименование><Значение>Товар</Значение></ЗначениеРеквизита></ЗначенияРеквизитов></Товар>`;
const nut =
  '<Товар><Ид>t2</Ид><Наименование>Гайка</Наименование><ПометкаУдаления>true</ПометкаУдаления></Товар>';

function catalogue(...products: readonly string[]): string {
  return `<Каталог><Ид>k</Ид><Товары>${products.join('')}</Товары></Каталог>`;
}

function offer(id: string, inside = ''): string {
  return `<Предложение><Ид>${id}</Ид>${inside}</Предложение>`;
}

function offers(...all: readonly string[]): AdapterFile {
  return fileOf(
    'offers.xml',
    document(`<ПакетПредложений><Предложения>${all.join('')}</Предложения></ПакетПредложений>`),
  );
}

const both = fileOf('import.xml', document(`${classifier}${catalogue(bolt, nut)}`));

function read(...files: readonly AdapterFile[]) {
  return reading(commerceml, files);
}

describe('a catalogue', () => {
  it('gives a record a product, with groups and properties by name', async () => {
    const { rows, rowNumbers, refusal } = await read(both);
    expect(refusal).toBeUndefined();
    expect(rowNumbers).toEqual([1, 2]);
    expect(rows).toEqual([
      {
        Ид: 't1',
        ИдТовара: 't1',
        Статус: 'Новый',
        Штрихкод: '4600000000017',
        Артикул: 'Б- 1',
        Наименование: 'Болт',
        БазоваяЕдиница: 'Штука',
        'БазоваяЕдиница/@Код': '796',
        'БазоваяЕдиница/@НаименованиеПолное': 'Штука',
        Группа: 'Болты',
        'Группа/Ид': 'g2',
        'Группа[2]': 'Крепёж',
        'Группа/Ид[2]': 'g1',
        Описание: '',
        Изготовитель: 'ООО Метиз',
        Картинка: 'a/1.jpg',
        'Картинка[2]': 'a/2.jpg',
        Вес: '0.5',
        'Свойство:Материал': 'Сталь, Латунь',
        'Свойство:Цвет': 'белый',
        'Реквизит:ТипНоменклатуры': 'Товар',
      },
      { Ид: 't2', ИдТовара: 't2', Наименование: 'Гайка', ПометкаУдаления: 'true' },
    ]);
  });

  it('quirk 43: without a classifier keeps the ids of groups, properties and values', async () => {
    const { rows } = await read(fileOf('import.xml', document(catalogue(bolt))));
    expect(rows[0]).toMatchObject({
      Группа: 'g2',
      'Свойство:p1': 'v1, v2',
      'Свойство:p2': 'белый',
    });
  });

  it('quirk 43: takes the classifier from a file of its own, in any order', async () => {
    const alone = fileOf('classifier.xml', classifier);
    const plain = fileOf('import.xml', document(catalogue(bolt)));
    for (const files of [
      [plain, alone],
      [alone, plain],
    ]) {
      const { rows } = await read(...files);
      expect(rows[0]).toMatchObject({ Группа: 'Болты', 'Свойство:Материал': 'Сталь, Латунь' });
    }
  });

  it('quirk 44: reads the same with a namespace, with a prefix and with none', async () => {
    const prefixed = document(
      `${classifier}${catalogue(bolt)}`,
      ' xmlns:к="urn:1C.ru:commerceml_2"',
    ).replace(/<(\/?)(?=[А-Я])/g, '<$1к:');
    const bare = document(`${classifier}${catalogue(bolt)}`, '');
    const first = await read(fileOf('a.xml', prefixed));
    expect(first.rows).toHaveLength(1);
    expect((await read(fileOf('a.xml', bare))).rows).toEqual(first.rows);
  });

  it('may come in several files', async () => {
    const { rows } = await read(
      fileOf('import0_1.xml', document(`${classifier}${catalogue(bolt)}`)),
      fileOf('import0_2.xml', document(catalogue(nut))),
    );
    expect(rows.map((row) => 'Ид' in row && row['Ид'])).toEqual(['t1', 't2']);
  });

  it('takes the unit from its text, its short name, its full name or its code', async () => {
    const table = [
      ['<БазоваяЕдиница Код="796">шт</БазоваяЕдиница>', 'шт'],
      ['<БазоваяЕдиница Код="796" НаименованиеКраткое="шт." НаименованиеПолное="Штука"/>', 'шт.'],
      ['<БазоваяЕдиница Код="796 "/>', '796'],
      ['<БазоваяЕдиница/>', ''],
    ] as const;
    for (const [unit, expected] of table) {
      const { rows } = await read(
        fileOf('a.xml', document(catalogue(`<Товар><Ид>1</Ид>${unit}</Товар>`))),
      );
      expect(rows[0]).toMatchObject({ БазоваяЕдиница: expected });
    }
  });
});

describe('offers beside their catalogue', () => {
  it('give a record each: the product overlaid with the offer', async () => {
    const variants = offers(
      offer(
        't1#a',
        '<Наименование>Болт (М8)</Наименование><Артикул/><Количество>5</Количество><ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Размер</Наименование><Значение>М8</Значение></ХарактеристикаТовара></ХарактеристикиТовара>',
      ),
      offer('t1#b', '<Количество>7</Количество>'),
    );
    for (const files of [
      [both, variants],
      [variants, both],
    ]) {
      const { rows, rowNumbers } = await read(...files);
      expect(rowNumbers).toEqual([1, 2, 3]);
      expect(rows[0]).toMatchObject({
        Ид: 't1#a',
        ИдТовара: 't1',
        Наименование: 'Болт (М8)',
        Артикул: 'Б- 1',
        Количество: '5',
        Остаток: '5',
        'Характеристика:Размер': 'М8',
        Группа: 'Болты',
      });
      expect(rows[1]).toMatchObject({ Ид: 't1#b', Наименование: 'Болт', Остаток: '7' });
      expect(rows[1]).not.toHaveProperty('Характеристика:Размер');
      expect(rows[2]).toMatchObject({ Ид: 't2', Наименование: 'Гайка' });
    }
  });

  it('quirk 34: a product without an offer has no quantity, which is not 0', async () => {
    const { rows } = await read(both, offers(offer('t1', '<Количество>5</Количество>')));
    expect(rows[0]).toMatchObject({ Ид: 't1', Остаток: '5' });
    expect(rows[1]).not.toHaveProperty('Остаток');
    expect(rows[1]).not.toHaveProperty('Количество');
  });

  it('never bring a price', async () => {
    const prices =
      '<Цены><Цена><ЦенаЗаЕдиницу>1719</ЦенаЗаЕдиницу><Валюта>RUB</Валюта></Цена></Цены>';
    const { columns } = await read(both, offers(offer('t1', prices)));
    expect(columns.filter((column) => /Цен|Валюта/.test(column))).toEqual([]);
  });

  it('without their product are each a complaint that names the offer and its file', async () => {
    const { rows, rowNumbers } = await read(
      both,
      offers(offer('t1'), offer('gone#1'), offer('gone#2')),
    );
    expect(rows).toHaveLength(4);
    expect(rowNumbers).toEqual([1, 2, 3, 4]);
    expect(rows[2]).toMatchObject({
      code: 'ROW_JOIN',
      file: 'offers.xml',
      row: 3,
      value: 'gone#1',
    });
    expect(rows[3]).toMatchObject({ code: 'ROW_JOIN', value: 'gone#2' });
  });

  it('are joined once with a product that stands in the catalogue twice', async () => {
    const twice = fileOf('import.xml', document(catalogue(bolt, bolt)));
    const { rows } = await read(twice, offers(offer('t1#a'), offer('t1#b')));
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatchObject({
      code: 'ROW_DUPLICATE',
      file: 'import.xml',
      row: 3,
      value: 't1',
    });
  });

  it('of several files are one offer: rests beside offers', async () => {
    const rests = fileOf(
      'rests.xml',
      document(
        `<ПакетПредложений><Предложения>${offer('t1#a', '<Остатки><Остаток><Склад><Ид>w1</Ид><Количество>3</Количество></Склад></Остаток></Остатки>')}</Предложения></ПакетПредложений>`,
      ),
    );
    const { rows } = await read(
      both,
      offers(offer('t1#a', '<Наименование>Болт М8</Наименование>')),
      rests,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      Ид: 't1#a',
      Наименование: 'Болт М8',
      'Склад:w1': '3',
      Остаток: '3',
    });
  });

  it('in the same file as the catalogue are joined as well', async () => {
    const one = document(
      `${catalogue(nut)}<ПакетПредложений><Предложения>${offer('t2', '<Количество>9</Количество>')}</Предложения></ПакетПредложений>`,
    );
    const { rows } = await read(fileOf('all.xml', one));
    expect(rows).toEqual([
      expect.objectContaining({ Ид: 't2', Наименование: 'Гайка', Остаток: '9' }),
    ]);
  });
});

describe('stock', () => {
  const store = (id: string, quantity: string) =>
    `<Склад ИдСклада="${id}" КоличествоНаСкладе="${quantity}"/>`;
  const table: readonly (readonly [string, string, Record<string, string>])[] = [
    ['only Количество', '<Количество>20</Количество>', { Количество: '20', Остаток: '20' }],
    [
      'only Склад',
      store('a', '1.0') + store('b', '2.25'),
      { 'Склад:a': '1.0', 'Склад:b': '2.25', Остаток: '3.25' },
    ],
    [
      'a decimal comma',
      store('a', '1,5') + store('b', '2'),
      { 'Склад:a': '1,5', 'Склад:b': '2', Остаток: '3,5' },
    ],
    [
      'a negative warehouse',
      store('a', '-4') + store('b', '1'),
      { 'Склад:a': '-4', 'Склад:b': '1', Остаток: '-3' },
    ],
    [
      'both: Количество counts',
      `<Количество>5</Количество>${store('a', '2')}`,
      { Количество: '5', 'Склад:a': '2', Остаток: '5' },
    ],
    [
      'no number in a warehouse: the text itself, so that the row is rejected',
      store('a', 'много') + store('b', '1'),
      { 'Склад:a': 'много', 'Склад:b': '1', Остаток: 'много' },
    ],
    ['nothing', '', {}],
  ];
  it.each(table)('quirk 33: an offer with %s', async (_what, inside, expected) => {
    const { rows } = await read(offers(offer('x', inside)));
    expect(rows).toEqual([{ Ид: 'x', ИдТовара: 'x', ...expected }]);
  });

  it('alone, as a source of its own, gives each offer as a record and no complaint', async () => {
    const { rows, refusal } = await read(
      offers(
        offer('t1#a', '<Количество>1</Количество>'),
        offer('t9', '<Количество>2</Количество>'),
      ),
    );
    expect(refusal).toBeUndefined();
    expect(rows).toEqual([
      { Ид: 't1#a', ИдТовара: 't1', Количество: '1', Остаток: '1' },
      { Ид: 't9', ИдТовара: 't9', Количество: '2', Остаток: '2' },
    ]);
  });
});

describe('refusals', () => {
  const order = '<Документ><Ид>1</Ид><Товары><Товар><Ид>t1</Ид></Товар></Товары></Документ>';
  const table: readonly (readonly [string, string, string, string])[] = [
    ['another root', '<hiblock><a/></hiblock>', 'FILE_STRUCTURE', 'its root is <hiblock>'],
    ['orders', document(order), 'FILE_WITHOUT_PRODUCTS', 'orders'],
    ['a classifier alone', classifier, 'FILE_WITHOUT_PRODUCTS', 'groups and properties only'],
    ['an empty catalogue', document('<Каталог><Товары/></Каталог>'), 'FILE_EMPTY', 'no products'],
    [
      'a DOCTYPE of its own',
      `<!DOCTYPE a [<!ENTITY b "c">]>${classifier}`,
      'FILE_DOCTYPE',
      'DOCTYPE',
    ],
    ['no end', document(catalogue(bolt)).slice(0, -5), 'FILE_TRUNCATED', 'ends'],
    ['no byte', '', 'FILE_EMPTY', '0 bytes'],
  ];
  it.each(table)('quirk 2: a file with %s', async (...row) => {
    const [, content, code, rule] = row;
    const { rows, refusal } = await read(fileOf('import.xml', content));
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code, file: 'import.xml' });
    expect(refusal?.rule).toContain(rule);
  });

  it('name the companion that is damaged, before any record is given', async () => {
    const cut = fileOf('offers.xml', document('<ПакетПредложений>').slice(0, -30));
    const { rows, refusal } = await read(both, cut);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', file: 'offers.xml' });
  });
});
