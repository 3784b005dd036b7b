import { describe, expect, it } from 'vitest';
import { commerceml } from '../../../adapters/commerceml/read.ts';
import { fileOf, reading, realFile, realFilesExist } from '../xml/reading.ts';
import { bolt, catalogue, document, offer } from './exchange.ts';

const mark = (content: string, element: string, value = 'true') =>
  content.replace(`<${element}`, `<${element} СодержитТолькоИзменения="${value}"`);
const goods = document(catalogue(bolt));
const packet = (element: string) =>
  document(`<${element}><Предложения>${offer('t1')}</Предложения></${element}>`);

function readAs(contents: 'full' | 'delta', ...files: readonly string[]) {
  return reading(
    commerceml,
    files.map((content, index) => fileOf(`${index}.xml`, content)),
    { contents },
  );
}

describe('a set that says of itself that it holds changes only', () => {
  const sets: readonly (readonly [string, readonly string[], string])[] = [
    ['in its catalogue', [mark(goods, 'Каталог')], '0.xml'],
    ['in its root', [mark(goods, 'КоммерческаяИнформация')], '0.xml'],
    ['in its offers alone', [mark(packet('ПакетПредложений'), 'ПакетПредложений')], '0.xml'],
    ['by the name of its offers', [packet('ИзмененияПакетаПредложений')], '0.xml'],
    [
      'in one of its files',
      [goods, mark(packet('ПакетПредложений'), 'ПакетПредложений', '1')],
      '1.xml',
    ],
  ];

  it.each(sets)('%s is refused as a full export and read as a delta', async (_, files, file) => {
    const { rows, refusal } = await readAs('full', ...files);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_CHANGES_ONLY', file });
    const delta = await readAs('delta', ...files);
    expect(delta.refusal).toBeUndefined();
    expect(delta.rows).toHaveLength(1);
  });
});

describe('a full export', () => {
  const classified = document(`<Классификатор/>${catalogue(bolt)}`);

  it.each([
    ['whose catalogue says so', mark(goods, 'Каталог', 'false')],
    ['whose groups alone are changes', mark(classified, 'Классификатор')],
  ])('%s is read', async (_, content) => {
    const { rows, refusal } = await readAs('full', content);
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(1);
  });

  it.skipIf(!realFilesExist())('of a real 1C is read', async () => {
    const files = ['import', 'offers'].map((name) => realFile(`products/1c_carono_${name}.xml`));
    const { rows, refusal } = await reading(commerceml, files, { contents: 'full' });
    expect(refusal).toBeUndefined();
    expect(rows).not.toHaveLength(0);
  });
});
