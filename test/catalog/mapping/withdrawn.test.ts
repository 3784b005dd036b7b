import { describe, expect, it } from 'vitest';
import { complaintsOf, fieldsOf, mapOne } from '../mapped.ts';

const item =
  '<tradeItem><gtin>4006381333931</gtin><tradeItemDescription>Stift</tradeItemDescription></tradeItem>';
const message = (command: string) =>
  `<m><documentCommand><documentCommandHeader type="${command}"/>${item}</documentCommand></m>`;
const texts = 'externalId: gtin, name: tradeItemDescription';

describe('an item that its message withdraws', () => {
  it('is rejected where no isActive takes it off sale', async () => {
    const read = await mapOne(message('DELETE'), `{ ${texts} }`, 'format: gdsn');
    expect(complaintsOf(read)).toEqual(['ROW_WITHDRAWN withdrawn']);
    const kept = await mapOne(message('ADD'), `{ ${texts} }`, 'format: gdsn');
    expect(kept.kind).toBe('row');
  });

  it.each([
    ['DELETE', false],
    ['ADD', true],
  ])('goes off sale as the mapping of the remedy says: %s', async (command, isActive) => {
    const active = 'isActive: { column: withdrawn, translate: { "true": false, "false": true } }';
    const read = await mapOne(message(command), `{ ${texts}, ${active} }`, 'format: gdsn');
    expect(fieldsOf(read)).toMatchObject({ isActive });
  });
});
