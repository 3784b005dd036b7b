import { describe, expect, it } from 'vitest';
import { matchNames } from '../../src/files/names.ts';
import { createPictureNames } from '../../src/files/picture-names.ts';

const pictures = createPictureNames('{externalId}.{jpg,jpeg,png,webp}');

describe('createPictureNames', () => {
  it('tells the article of a picture, whatever the case of its ending', () => {
    expect(pictures.externalIdOf('00815.JPG')).toBe('00815');
    expect(pictures.externalIdOf('A.5.png')).toBe('A.5');
    expect(pictures.externalIdOf('00815.gif')).toBeUndefined();
    expect(pictures.externalIdOf('.jpg')).toBeUndefined();
  });

  it('keeps what is before and after the id', () => {
    const named = createPictureNames('bild_{externalId}_gross.jpg');
    expect(named.externalIdOf('bild_7_gross.jpg')).toBe('7');
    expect(named.externalIdOf('foto_7_gross.jpg')).toBeUndefined();
  });

  it('finds the pictures of a folder by its globs', () => {
    const fits = matchNames(pictures.globs, false);
    expect(['1.jpg', '2.PNG', '3.txt', '4.Webp'].filter(fits)).toEqual([
      '1.jpg',
      '2.PNG',
      '4.Webp',
    ]);
  });
});
