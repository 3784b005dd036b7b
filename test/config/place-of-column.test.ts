import { describe, expect, it } from 'vitest';
import { placeOfColumn } from '../../src/config/place-of-column.ts';

const text = `catalog:
  sources:
    - name: articles
      where: { column: Aktiv, equals: ja }
      mapping:
        externalId: ArtNr
        name: Bez
        unitOfMeasure: { column: ME, default: Farbe, translate: { STK: Farbe } }
        attributes: { columns: [Breite, Farbe] }
        description: { expression: "row['Text 1'] + row['Text 2']" }
    - name: stock
      mapping: { externalId: ArtNr, availableQty: { minus: [Bestand, Reserviert] } }
`;

describe('the place of a column in the configuration', () => {
  it.each([
    ['articles', 'ArtNr', '6:21'],
    ['articles', 'Aktiv', '4:24'],
    ['articles', 'Farbe', '9:41'],
    ['articles', 'Text 2', '10:36'],
    ['stock', 'ArtNr', '12:30'],
    ['stock', 'Reserviert', '12:70'],
    ['stock', 'by a variable', '12:7'],
  ])('of source %s, %s is %s', (source, column, expected) => {
    const place = placeOfColumn(text, { source, column });
    expect(`${place?.line}:${place?.column}`).toBe(expected);
  });

  it('is nowhere for a source that is not written', () => {
    expect(placeOfColumn(text, { source: 'other', column: 'ArtNr' })).toBeUndefined();
  });
});
