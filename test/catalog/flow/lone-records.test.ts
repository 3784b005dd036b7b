import { describe, expect, it } from 'vitest';
import { headerFour } from '../../adapters/datanorm/delivery.ts';
import { open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const bolt = [
  'A;N;4711;10;Schraube;M8;1;0;Stck;1;;01;T1;',
  'B;N;4711;SCHR;ALT;12;0;0;0;;;0112;90;1;;;',
];
const supplement = 'B;A;4711;SCHR;ALT;12;0;0;0;4006381333931;;0112;90;1;;;';
const groups = 'S;;01;Eisenwaren;0112;Schrauben;';
const text = (block: string) => `T;A;${block};;1;;Neuer Text;;;;`;

async function deliver(mapping: string): Promise<void> {
  await open(`  sources:
    - { name: all, folder: ./out, files: "all.001", format: datanorm, stable: { quiet: 0s }, mapping: { externalId: Artikelnummer, name: Kurztext1, description: Langtext } }
    - { name: changes, contents: delta, folder: ./out, files: "chg*.001", format: datanorm, stable: { quiet: 0s }, mapping: { externalId: Artikelnummer, ${mapping} } }`);
  await passOver({ 'all.001': [headerFour, text('T1'), ...bolt] });
}
const notes = async () => (await room.catalog.events(1)).map((event) => event.text);

describe('a DATANORM file of changes', () => {
  it('that brings the B record of an article alone changes what that record says, and guesses no group', async () => {
    await deliver('barcode: EAN, attributes: { Gruppe: Warengruppe }');
    await passOver({ 'chg1.001': [headerFour, groups, ...bolt] });
    const { runs } = await passOver({ 'chg2.001': [headerFour, supplement] });
    expect(runs).toMatchObject([{ sent: 1 }]);
    expect(await room.market.products()).toMatchObject([
      { name: 'Schraube', barcode: '4006381333931', attributes: { Gruppe: 'Schrauben' } },
    ]);
  });

  it('that brings it alone says what is missing where the A record is mapped', async () => {
    await deliver('brand: Kurztext1, barcode: EAN');
    const { runs } = await passOver({ 'chg1.001': [headerFour, supplement] });
    expect(runs).toMatchObject([{ rejected: 1 }]);
    expect((await room.catalog.needsYou())[0]).toMatchObject({
      cause: expect.stringContaining('but not its A record'),
      fix: expect.stringContaining('Let the supplier deliver the A record'),
    });
  });

  it('says which text blocks change nothing, because no article of it names them', async () => {
    await deliver('barcode: EAN, unitOfMeasure: Mengeneinheit, brand: Langtext');
    await passOver({ 'chg1.001': [headerFour, text('T1'), text('T2'), ...bolt] });
    expect(await notes()).toEqual([
      expect.stringContaining('No article of chg1.001 names its text blocks T2 (1)'),
    ]);
    await passOver({ 'chg2.001': [headerFour, text('T1')] });
    expect(await notes()).toEqual([expect.stringContaining('text blocks T1 (1)')]);
  });
});
