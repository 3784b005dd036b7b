import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const shop = {
  SKU: 'S-1 V-1 V-1-R V-1-B',
  Name: 'Saw~300 Shirt Shirt~red Shirt~blue',
  Stock: '5 7 3 4',
  Parent: '_ _ V-1 V-1',
};
const found = (columns: Record<string, string>) => recognise(table({ ...shop, ...columns }));
const activeIn = (columns: Record<string, string>) =>
  found(columns).guesses.find(({ field }) => field === 'isActive');

describe('rows of a shop that are no article', () => {
  it('are left out by the values of their column, in whatever language its name is', () => {
    for (const name of ['Type', 'Typ', 'Tipo']) {
      const { leftOut, left } = found({ [name]: 'simple variable variation variation' });
      expect(leftOut).toEqual([{ column: name, notIn: ['variable', 'grouped', 'external'] }]);
      expect(left).not.toContain(name);
    }
  });

  it('are those of Magento, and those with further words', () => {
    expect(found({ product_type: 'simple configurable simple simple' }).leftOut[0]?.notIn).toEqual([
      ...['configurable', 'bundle', 'grouped'],
    ]);
    const types = 'simple,~virtual variable,~virtual variation variation';
    expect(found({ Type: types }).leftOut[0]?.notIn).toContain('variable, virtual');
  });

  it('say nothing of the stock of their variants', () => {
    const { guesses } = found({ Type: 'simple variable variation variation' });
    expect(guesses).toContainEqual(
      expect.objectContaining({ field: 'availableQty', certainty: 'certain' }),
    );
  });

  it.each([
    ['Type', 'Shirt simple Saw Bag'],
    ['Verpackung', 'simple simple simple simple'],
    ['Type', 'variable variable variable variable'],
    ['Type', 'simple variable variation _'],
  ])('are not known by %s with %s', (name, cells) => {
    expect(found({ [name]: cells }).leftOut).toEqual([]);
  });

  it('are not looked for in a list of stock', () => {
    const columns = table({ SKU: 'A B', Stock: '1 2', Type: 'simple variable' });
    expect(recognise(columns, { kind: 'stock', columns: {} }).leftOut).toEqual([]);
  });
});

it('no rows are left out where all of them are called parents', () => {
  expect(found({ 'Ist Vaterartikel': '1 1 1 1' }).leftOut).toEqual([]);
  expect(found({ 'Ist Vaterartikel': '0 1 0 0' }).leftOut).toHaveLength(1);
});

it('2 of product_online is off line, also where the sample has none', () => {
  const steps = { translate: { 1: 'true', 2: 'false' }, strict: true };
  for (const product_online of ['1 2 1 1', '1 1 1 1'])
    expect(activeIn({ product_online })).toMatchObject({ isProposed: true, steps });
  expect(activeIn({ product_online: '1 0 3 1' })).toBeUndefined();
});

describe('-1 of a flag', () => {
  const drafts = { 0: 'false', 1: 'true', '-1': 'false' };

  it('is a draft beside 1', () => {
    expect(activeIn({ Published: '1 0 -1 1' })).toMatchObject({
      steps: { translate: drafts },
      isProposed: true,
    });
  });

  it('is a draft in an export of a shop, also where the sample has none', () => {
    const Type = 'simple variable variation variation';
    expect(activeIn({ Type, Published: '1 1 0 1' })?.steps).toEqual({ translate: drafts });
    expect(activeIn({ Published: '1 1 0 1' })?.steps).toEqual({});
  });

  it('is the yes of a database without a 1, and that is told', () => {
    expect(activeIn({ Aktiv: '-1 0 -1 -1' })).toMatchObject({
      ...{ isProposed: true, certainty: 'likely' },
      steps: { translate: { 0: 'false', '-1': 'true' } },
      reason: 'by its name; -1 is read as yes, as databases write it',
    });
  });

  it('in a column that a person names is read in the same way', () => {
    const told = { columns: { isActive: 'Im Web' } };
    const { guesses } = recognise(table({ ...shop, 'Im Web': '1 0 -1 1' }), told);
    expect(guesses.find(({ field }) => field === 'isActive')?.steps).toEqual({ translate: drafts });
  });
});
