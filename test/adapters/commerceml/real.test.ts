import { describe, expect, it } from 'vitest';
import { commerceml } from '../../../adapters/commerceml/read.ts';
import { occurrences, reading, realBytes, realFile, realFilesExist } from '../xml/reading.ts';

const file = (name: string) => realFile(`products/1c_carono_${name}.xml`);
const text = (name: string) => realBytes(`products/1c_carono_${name}.xml`).toString('utf8');

/** Checked against MANIFEST.md of the real exports and plain text searches in the files. */
describe.skipIf(!realFilesExist())('the real exports of 1C', () => {
  it('import alone: two products, properties resolved', async () => {
    const { rows, refusal } = await reading(commerceml, [file('import')]);
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(2);
    expect(occurrences(text('import'), '<Товар>')).toBe(2);
    expect(rows[0]).toMatchObject({
      Ид: 'bd72d910-55bc-11d9-848a-00112f43529a',
      Артикул: 'Б-130001',
      Наименование: 'Женские ботфорты коричневые',
      Штрихкод: '2000018987155',
      Описание: '',
      БазоваяЕдиница: 'Пара (2 шт.)',
      'БазоваяЕдиница/@Код': '715',
      Группа: 'Обувь',
      Картинка:
        'import_files/9d/9da00149441011e19bb10015174048b8_0e01fd9e204611e8b2a794de807044d1.jpg',
      'Картинка[3]':
        'import_files/9d/9da00149441011e19bb10015174048b8_0e01fd9e204611e8b2a794de807044d3.jpg',
      'Свойство:Производитель': 'Обувной комбинат',
      'Свойство:Вид товара': 'Демисезонная обувь',
      'Реквизит:ТипНоменклатуры': 'Товар',
    });
    expect(rows[1]).toMatchObject({ Артикул: 'Б- 130005', 'Свойство:Производитель': 'АОЗТ Алекс' });
    expect(rows[1]).not.toHaveProperty('Картинка');
  });

  it('import with offers: five variants, none lost, each with its stock', async () => {
    const { rows } = await reading(commerceml, [file('import'), file('offers')]);
    expect(rows).toHaveLength(5);
    expect(occurrences(text('offers'), '<Предложение>')).toBe(5);
    const stock = rows.map((row) => ('Остаток' in row ? row['Остаток'] : undefined));
    expect(stock).toEqual(['20', '19', '120', '15', '45']);
    expect(rows[0]).toMatchObject({
      Ид: 'bd72d910-55bc-11d9-848a-00112f43529a#90c55447-d3a8-11e4-9423-e0cb4ed5eed4',
      ИдТовара: 'bd72d910-55bc-11d9-848a-00112f43529a',
      Наименование: 'Женские ботфорты коричневые (38)',
      Штрихкод: '2000018987155',
      'Склад:b6112590-41ba-11dd-ac9d-0015e9b8c48d': '20',
      'Характеристика:Размер': '40',
      'Характеристика:Тип кожи': 'натуральная кожа',
      'Свойство:Производитель': 'Обувной комбинат',
    });
  });

  it('offers alone: five records, as a stock source reads them', async () => {
    const { rows, refusal } = await reading(commerceml, [file('offers')]);
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(5);
    expect(rows[3]).toMatchObject({ Количество: '15', Артикул: 'Б- 130005' });
  });

  it('quirk 43: the catalogue without a classifier, alone and with the classifier beside it', async () => {
    const alone = await reading(commerceml, [file('import_wo_classifier')]);
    expect(alone.rows).toHaveLength(2);
    expect(alone.rows[0]).toMatchObject({
      'Свойство:bb14a4b8-6b17-11e0-9819-e0cb4ed5eed4': '444bbea3-6b18-11e0-9819-e0cb4ed5eed4',
    });
    const resolved = await reading(commerceml, [file('import_wo_classifier'), file('classifier')]);
    expect(resolved.rows[0]).toMatchObject({
      'Свойство:Производитель': 'Обувной комбинат',
      Группа: 'Обувь',
    });
  });

  it('quirk 2: orders and a lone classifier are refused in words', async () => {
    const orders = await reading(commerceml, [file('orders')]);
    expect(orders.refusal).toMatchObject({
      code: 'FILE_WITHOUT_PRODUCTS',
      file: '1c_carono_orders.xml',
    });
    const classifier = await reading(commerceml, [file('classifier')]);
    expect(classifier.refusal?.code).toBe('FILE_WITHOUT_PRODUCTS');
  });
});
