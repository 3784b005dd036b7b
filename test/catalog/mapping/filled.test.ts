import { expect, it } from 'vitest';
import { bindFilledBits, countFilled, filledOf } from '../../../src/catalog/mapping/filled.ts';
import { declaredSource } from '../declared.ts';

it('of many columns those that lower the stock or block an article are watched first, and no more than a byte holds', async () => {
  const sum = Array.from({ length: 9 }, (_, n) => `L${n}`);
  const source = await declaredSource(
    `{ externalId: Nr, name: Name, availableQty: { sum: [${sum}], minus: [Res] }, isActive: { column: Aktiv, default: true } }`,
  );
  const names = ['Aktiv', 'Res', ...sum];
  const bits = bindFilledBits(source, { column: (name: string) => names.indexOf(name) } as never);
  const rows = countFilled();
  for (const cells of [
    ['', ' ', '5'],
    ['1', '7', ...sum],
  ])
    rows[bits(cells)]! += 1;
  expect(filledOf(source, rows)).toEqual({
    rows: 2,
    columns: { Aktiv: 1, Res: 1, L8: 1, L7: 1, L6: 1, L5: 1, L4: 1, L3: 1 },
  });
});
