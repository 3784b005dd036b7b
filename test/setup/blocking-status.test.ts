import { expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };

it.each(['gesperrt', 'Obsolete', 'archived', 'Zablokowany'])(
  'a status that is %s or nothing keeps the other articles on sale',
  (word) => {
    const columns = table({ ...article, Status: `_ ${word} _` });
    for (const told of [{}, { isActive: 'Status' }])
      expect(recognise(columns, { columns: told }).guesses).toContainEqual(
        expect.objectContaining({
          field: 'isActive',
          steps: expect.objectContaining({ default: 'true' }),
        }),
      );
    expect(recognise(columns).guesses.find(({ field }) => field === 'isActive')?.reason).toContain(
      'empty in 2 of 3 rows, which means: active',
    );
  },
);

it.each([
  'PART_STATUS',
  'Vertriebsstatus',
  'Status-ID',
  'Online Item Visibility',
  'Lieferbarkeit',
  'End of Life',
])('%s with codes is told as what may take articles off sale', (name) => {
  const { marks, left } = recognise(table({ ...article, [name]: 'A O A' }));
  expect(marks).toEqual([{ name, values: 'A, O' }]);
  expect(left).not.toContain(name);
});

it.each(['Tax status', 'Steuerstatus'])('%s says nothing of that', (name) => {
  expect(recognise(table({ ...article, [name]: 'A O A' })).marks).toEqual([]);
});

it('a flag that takes most articles off sale says so: some programs write 0 for what is in use', () => {
  const [most, few] = ['0 0 1', '1 1 0'].map((cells) =>
    recognise(table({ ...article, ACTIVE: cells })).guesses.find(
      ({ field }) => field === 'isActive',
    ),
  );
  expect(most).toMatchObject({
    certainty: 'likely',
    reason: 'by its name; takes 2 of 3 rows off sale',
  });
  expect(few).toMatchObject({ certainty: 'certain', reason: 'by its name' });
});

it.each(['Is Sales Item', 'Allow Sales'])('%s says what is on sale', (name) => {
  expect(recognise(table({ ...article, [name]: '1 0 1' })).guesses).toContainEqual(
    expect.objectContaining({ field: 'isActive', columns: [name], isProposed: true }),
  );
});

it.each([
  ['Aktion', 'U I D', { U: 'true', I: 'true', D: 'false' }],
  ['Änderungsart', 'geändert neu gelöscht', { geändert: 'true', neu: 'true', gelöscht: 'false' }],
])('%s takes the articles that it deletes off sale: %s', (name, cells, translate) => {
  expect(recognise(table({ ...article, [name]: cells })).guesses).toContainEqual(
    expect.objectContaining({
      columns: [name],
      certainty: 'likely',
      steps: { translate, strict: true },
    }),
  );
});

it.each([
  ['Aktion', 'U I U'],
  ['Aktion', 'D Sommer I'],
  ['Regal', 'U I D'],
])('%s with %s deletes nothing', (name, cells) => {
  const { guesses } = recognise(table({ ...article, [name]: cells }));
  expect(guesses.map(({ field }) => field)).not.toContain('isActive');
});
