import { describe, expect, it } from 'vitest';
import { encodedTwice } from '../../../src/catalog/mapping/encoded-twice.ts';
import { keyText, plainText } from '../../../src/catalog/mapping/values.ts';

describe('fault 6: characters that were encoded twice', () => {
  it.each(['MÃ¼ller', 'GrÃ¶ÃŸe', 'Ã–l', 'Ã„rger', '90Â°', 'Ã\u009fe', 'CafÃ©', 'Р‘РѕР»С‚ Рњ8'])(
    'are seen in %j',
    (text) => {
      expect(encodedTwice(text)).toMatch(/^holds characters/);
    },
  );

  it.each([
    {
      page: 'windows-1250',
      texts: ['PodkĹ‚adka', 'SprÄ™ĹĽyna', 'LoĹľisko', 'SvÄ›tlĂˇ', 'KLĂŤÄŚ', 'GrĂ¶Ăźe'],
    },
    {
      page: 'windows-1250 beside right ones',
      texts: ['Do Ĺ›rub i nakrÄ™tek', 'Klucz płaski, PiĹ‚a'],
    },
    {
      page: 'windows-1252 and 1254',
      texts: ['KapÄ± kolu', 'ÅŸapka', 'ÅžAPKA', 'VÄ°DA', 'PiÅ‚a', 'GRÃ–SSE'],
    },
    { page: 'cp850 and 852', texts: ['Schl├╝ssel', '┼Üruba', 'Wkr─Öt', '90┬░'] },
    { page: 'any, of other letters', texts: ['ÎšÎ»ÎµÎ¹Î´Î¯', 'Ð‘Ð¾Ð»Ñ‚', '╬Ü╬╗╬Á╬╣'] },
    { page: 'any, of signs', texts: ['10 â€“ 20', '10 â‚¬', '5 ÔÇô 10'] },
  ])('are seen where they were read as $page', ({ texts }) => {
    for (const text of texts) expect(encodedTwice(text), text).toMatch(/^holds characters/);
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
    'Ätzung, MotorÖl, BioÄpfel',
    'BLÅ LED, 5 Å², På\u00a0bord, ÅNGSTRÖM™',
    'CĂŞTI, Ăştia, AURICĂ®, „CASĂ”, MASĂ…',
    'DĹŽKA 5, PÄŤ KUSOV',
    'HYVÄ® KAHVI, KÖÖK – HÄÄL',
    'SPRĘŻYNA, ŁOŻYSKO, NÓŻ',
    'KAPI İĞNE ŞÇ, Đorđe, Ñandú, ΕΪ',
    '┌──č──┐ │Säge│ ├─ Öl ─┤',
    'pâté “forâ…”, ÇÔTÉ',
  ])('are not seen in %j', (text) => {
    expect(encodedTwice(text)).toBeUndefined();
  });

  it('are shown', () => {
    expect(encodedTwice('MÃ¼ller')).toBe(
      'holds characters of UTF-8 that were read in another encoding ("Ã¼")',
    );
  });

  it('are shown where databases keep windows-1252 as latin1: nobody sees them', () => {
    expect(encodedTwice('Säge \u0096 groß')).toBe(
      'holds the invisible character U+0096, probably "–" of windows-1252',
    );
    expect(encodedTwice('\u0084Profi\u0093')).toContain('U+0084, probably "„"');
    expect(encodedTwice('a\u0081b')).toBe('holds the invisible character U+0081');
    expect(encodedTwice('Schr\0aube')).toBe('holds the invisible character U+0000');
    expect(encodedTwice('M\x1dutter')).toBe('holds the invisible character U+001D');
    expect(encodedTwice('a\tb\r\nc\vd\fe')).toBeUndefined();
  });

  it('are told of a text, which goes, and reject a key', () => {
    const rule = 'holds characters of UTF-8 that were read in another encoding ("Ã¼")';
    expect(plainText('MÃ¼ller', 'Name', 500)).toMatchObject({
      value: 'MÃ¼ller',
      note: { code: 'ROW_CHARACTER', column: 'Name', rule: `${rule}, and is sent like that.` },
    });
    expect(keyText('MÃ¼-5', 'Nr', 100)).toMatchObject({
      complaint: { code: 'ROW_CHARACTER', rule: `${rule}.` },
    });
  });
});
