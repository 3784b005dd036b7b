import { describe, expect, it } from 'vitest';
import { encodedTwice } from '../../src/catalog/characters.ts';
import { keyText, plainText } from '../../src/catalog/values.ts';

describe('fault 6: characters that were encoded twice', () => {
  it.each(['MÃ¼ller', 'GrÃ¶ÃŸe', 'Ã–l', 'Ã„rger', '90Â°', 'Ã\u009fe', 'CafÃ©', 'Р‘РѕР»С‚ Рњ8'])(
    'are seen in %j',
    (text) => {
      expect(encodedTwice(text)).toMatch(/^holds characters/);
    },
  );

  it.each([
    'Größe 90° ½ m²',
    '“A LÔ',
    'MANHÃ – TARDE',
    'IRMÃ» «SÃO» CÂMARA',
    'Ânimo, Ãlbum',
    'Болт ГОСТ Р–5 «РОСС» С…',
    'Ро РОСС Россия',
    'Âge 5',
  ])('are not seen in %j', (text) => {
    expect(encodedTwice(text)).toBeUndefined();
  });

  it('are shown', () => {
    expect(encodedTwice('MÃ¼ller')).toBe(
      'holds characters of UTF-8 that were read in another encoding ("Ã¼"), and goes so.',
    );
  });

  it('are told of a text, which goes, and reject a key', () => {
    expect(plainText('MÃ¼ller', 'Name', 500)).toMatchObject({
      value: 'MÃ¼ller',
      note: { code: 'ROW_CHARACTER', column: 'Name' },
    });
    expect(keyText('MÃ¼-5', 'Nr', 100)).toMatchObject({ complaint: { code: 'ROW_CHARACTER' } });
  });
});
