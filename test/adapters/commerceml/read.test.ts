import { describe, expect, it } from 'vitest';
import { fileOf } from '../xml/reading.ts';
import {
  bolt,
  both,
  catalogue,
  classifier,
  document,
  nut,
  offer,
  offers,
  read,
} from './exchange.ts';

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

  it('gives no group the name of another one, which has no id or names itself first', async () => {
    const group = (inside: string) => `<Группа>${inside}</Группа>`;
    const named = (name: string) => `<Наименование>${name}</Наименование>`;
    const groups = [
      group(`${named('Болты')}<Группы>${group(named('Малые'))}</Группы><Ид>g1</Ид>`),
      group(named('Прочее')),
      group(`<Ид>g2</Ид>${named('Гайки')}`),
    ];
    const tree = `<Классификатор><Группы>${groups.join('')}</Группы></Классификатор>`;
    const { rows } = await read(fileOf('import.xml', document(`${tree}${catalogue(bolt)}`)));
    expect(rows[0]).toMatchObject({ Группа: 'Гайки', 'Группа[2]': 'Болты' });
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
    const conversion = '<Пересчет><Единица>778</Единица><Коэффициент>10</Коэффициент></Пересчет>';
    const table = [
      ['<БазоваяЕдиница Код="796">шт</БазоваяЕдиница>', 'шт'],
      ['<БазоваяЕдиница Код="796" НаименованиеКраткое="шт." НаименованиеПолное="Штука"/>', 'шт.'],
      ['<БазоваяЕдиница Код="796 "/>', '796'],
      [`<БазоваяЕдиница Код="796">шт${conversion}</БазоваяЕдиница>`, 'шт'],
      [`<БазоваяЕдиница НаименованиеПолное="Штука"> ${conversion} </БазоваяЕдиница>`, 'Штука'],
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

  it.each([
    ['Статус="Удален"', '', { Статус: 'Удален' }],
    ['', '<ПометкаУдаления>true</ПометкаУдаления>', { ПометкаУдаления: 'true' }],
  ])(
    'go with a deleted product, whatever their own mark says: %s%s',
    async (status, inside, deleted) => {
      const product = `<Товар ${status}><Ид>t</Ид>${inside}</Товар>`;
      const own = '<ПометкаУдаления>false</ПометкаУдаления>';
      const some = offers(
        offer('t#a', own).replace('<Предложение>', '<Предложение Статус="Новый">'),
        offer('t#b'),
      );
      const { rows } = await read(fileOf('import.xml', document(catalogue(product))), some);
      expect(rows).toMatchObject([
        { Ид: 't#a', ...deleted },
        { Ид: 't#b', ...deleted },
      ]);
    },
  );

  it('may be deleted without their product', async () => {
    const some = offers(offer('t1#a', '<ПометкаУдаления>true</ПометкаУдаления>'), offer('t1#b'));
    const { rows } = await read(both, some);
    expect(rows).toMatchObject([{ ПометкаУдаления: 'true' }, { Статус: 'Новый' }, {}]);
    expect(rows[1]).not.toHaveProperty('ПометкаУдаления');
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

  it('are joined once with a product that is in the catalogue twice', async () => {
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

  it('are joined with the variant that the catalogue has as a product of its own', async () => {
    const product = (id: string): string => `<Товар><Ид>${id}</Ид><Артикул>${id}</Артикул></Товар>`;
    const variants = fileOf('import.xml', document(catalogue(...['t1#a', 't1#b'].map(product))));
    const stock = (id: string, quantity: number): string =>
      offer(id, `<Количество>${quantity}</Количество>`);
    const all = offers(stock('t1#b', 2), stock('t1#a', 1), stock('t1#c', 3));
    expect((await read(variants, all)).rows).toMatchObject([
      { Ид: 't1#a', Артикул: 't1#a', Остаток: '1' },
      { Ид: 't1#b', Артикул: 't1#b', Остаток: '2' },
      { code: 'ROW_JOIN', value: 't1#c' },
    ]);
  });

  it('of several files are one offer: rests beside offers', async () => {
    const rests = fileOf(
      'rests.xml',
      document(
        `<ПакетПредложений><Предложения>${offer('t1#a', '<Наименование/><Остатки><Остаток><Склад><Ид>w1</Ид><Количество>3</Количество></Склад></Остаток></Остатки>')}</Предложения></ПакетПредложений>`,
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
