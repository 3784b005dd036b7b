import { describe, expect, it } from 'vitest';
import { characterFault } from '../../src/catalog/characters.ts';

describe('fault 6: characters that nobody wrote', () => {
  it.each([
    'MÃ¼ller',
    'GrÃ¶ÃŸe',
    'Ã–l',
    'Ã„rger',
    '90Â°',
    'Ã\u009fe',
    'CafÃ©',
    'Р‘РѕР»С‚ Рњ8',
    'M\ufffdller',
  ])('are seen in %j', (text) => {
    expect(characterFault(text)).toMatch(/^holds characters/);
  });

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
    expect(characterFault(text)).toBeUndefined();
  });

  it('are shown', () => {
    expect(characterFault('MÃ¼ller')).toBe(
      'holds characters of UTF-8 that were read in another encoding ("Ã¼").',
    );
  });
});
