import { expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const stockOf = (columns: Record<string, string>) =>
  recognise(
    table({ Код: '00001 00002 00003', Наименование: 'Болт Гайка Шайба', ...columns }),
  ).guesses.find(({ field }) => field === 'availableQty');

it('what can be ordered beyond what lies there is told as a stock that may count goods to come', () => {
  expect(stockOf({ Остаток: '500 900 90', Доступно: '400 900 590' })).toMatchObject({
    columns: ['Доступно'],
    certainty: 'likely',
    isProposed: true,
    reason:
      'by its name; more than Остаток in 1 of 3 rows: it may count goods that are still to come',
  });
});

it('what lies there is read instead where nothing that is reserved is sold with it', () => {
  const reason = 'Disponibel has more in 1 of 3 rows: it may count goods that are still to come';
  const columns = { Lagerbeholdning: '25 8 0', Disponibel: '30 8 0' };
  expect(stockOf(columns)).toMatchObject({
    ...{ columns: ['Lagerbeholdning'], minus: [], certainty: 'likely', isProposed: true },
    reason: `by its name; ${reason}`,
  });
  expect(stockOf({ ...columns, Disponibel: '30 7 0', Reserveret: '5 1 0' })).toMatchObject({
    ...{ columns: ['Lagerbeholdning'], minus: ['Reserveret'], certainty: 'likely' },
    reason: `by its name, minus what is reserved; ${reason}`,
  });
});

it('what can be ordered within what lies there is the stock beyond doubt', () => {
  expect(stockOf({ Остаток: '500 900 90', Доступно: '400 900 90' })).toMatchObject({
    columns: ['Доступно'],
    certainty: 'certain',
    reason: 'by its name',
  });
});

it('In Stock is what lies there beside Available, and a quantity that is called something else is not', () => {
  const told = (name: string) =>
    `by its name; more than ${name} in 1 of 3 rows: it may count goods that are still to come`;
  const inStock = stockOf({ 'In Stock': '500 900 90', Available: '400 900 590' });
  expect(inStock).toMatchObject({ columns: ['Available'], reason: told('In Stock') });
  const content = { 'Inhalt/Menge': '1 1 1', 'Auf Lager': '500 900 90' };
  expect(stockOf({ ...content, Verfügbar: '400 900 590' })?.reason).toBe(told('Auf Lager'));
});
