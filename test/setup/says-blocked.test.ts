import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { saysBlocked } from '../../src/setup/says-blocked.ts';
import { table } from './table.ts';

const told = (name: string, cells: string) =>
  recognise(table({ ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8', [name]: cells }), {
    columns: { isActive: name },
  }).guesses.find(({ field }) => field === 'isActive');

describe('a column that a person names as the one of isActive', () => {
  it.each([
    ...['Gesperrt', 'Webshop gesperrt', 'Art_gesperrt_Shop', 'artGesperrtJN', 'In Shop gesperrt'],
    ...[
      'Auslaufartikel',
      'Artikel nicht aktiv',
      'Sperre Onlineshop',
      'Item blocked (web)',
      'Не активен',
    ],
  ])('says the contrary by its name: %s', (name) => {
    expect(saysBlocked(name)).toBe(true);
  });

  it.each([
    ...['Aktiv', 'nicht gesperrt', 'Not blocked', 'Aktiv (nicht gesperrt)', 'Aktiv oder gesperrt'],
    ...['Webshop', 'Status', 'Sperrgut', 'Published'],
  ])('is read as it is: %s', (name) => {
    expect(saysBlocked(name)).toBe(false);
  });

  it('is then turned round, and the line says so', () => {
    expect(told('Webshop gesperrt', 'J N _')).toMatchObject({
      certainty: 'told',
      reason: 'you said so, reversed, because its name says that it blocks articles',
      steps: { translate: { N: 'true' }, otherwise: 'false', default: 'true' },
    });
    expect(told('nicht gesperrt', 'J N J')).toMatchObject({ reason: 'you said so', steps: {} });
  });

  it('has the meaning of an empty cell in its table where that would turn a default round', () => {
    const steps = told('Gesperrt', 'true 7 _')?.steps;
    expect(steps).toMatchObject({ translate: { true: 'false', '': 'true' }, strict: true });
    expect(steps).not.toHaveProperty('default');
  });
});
