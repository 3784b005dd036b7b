import { describe, expect, it } from 'vitest';
import { bindAttributes } from '../../../src/catalog/mapping/attributes.ts';
import { spoiledLetters } from '../../../src/catalog/mapping/spoiled-letters.ts';
import { keyText, plainText } from '../../../src/catalog/mapping/values.ts';

const rulesOf = (text: string) => spoiledLetters(text)?.rule;

describe('fault 6: a row of another encoding in a file that is right', () => {
  it.each([
    {
      was: 'cp850, read as windows-1252',
      text: 'Gr”áe XL',
      word: 'Gr”áe',
      sign: '”',
      letter: '"ö"',
    },
    {
      was: 'the same of small letters',
      text: 'Im K„lte”l',
      word: 'K„lte”l',
      sign: '„',
      letter: '"ä"',
    },
    { was: 'the same in French', text: 'c‚ble', word: 'c‚ble', sign: '‚', letter: '"é"' },
    { was: 'windows-1252, read as cp850', text: 'Gr÷▀e', word: 'Gr÷▀e', sign: '÷', letter: '"ö"' },
    {
      was: 'the same, or Polish as 1252',
      text: 'T³rgriff',
      word: 'T³rgriff',
      sign: '³',
      letter: '"ü" or "ł"',
    },
    { was: 'windows-1250, read as cp852', text: 'Ma│y', word: 'Ma│y', sign: '│', letter: '"ł"' },
    {
      was: 'iso-8859-2, read as 1250',
      text: '¦ruba',
      word: '¦ruba',
      sign: '¦',
      letter: '"Ś" or "Š"',
    },
    { was: 'the same amid a word', text: 'M±ka', word: 'M±ka', sign: '±', letter: '"ą" or "ñ"' },
    {
      was: 'cp852, read as windows-1250',
      text: 'Lo§isko',
      word: 'Lo§isko',
      sign: '§',
      letter: '"ž"',
    },
    { was: 'iso-8859-15, read as 1252', text: 'Clé à ½il', word: '½il', sign: '½', letter: '"œ"' },
    { was: 'the same amid a word', text: 'Man½uvre', word: 'Man½uvre', sign: '½', letter: '"œ"' },
    { was: 'the same of an amount', text: 'Bon 10 ¤', word: '10 ¤', sign: '¤', letter: '"€"' },
    { was: 'one byte of its two', text: 'Bon 10 ¬', word: '10 ¬', sign: '¬', letter: '"€"' },
  ])('is reported with its word and its letter: $text ($was)', ({ text, word, sign, letter }) => {
    expect(rulesOf(text)).toBe(
      `holds "${word}", whose "${sign}" is probably ${letter} of another encoding, and is sent like that.`,
    );
  });

  it.each([
    'O”Brien, 3”x5” und 1/2”, “Soft”touch, „Profi”griff',
    'з”єднувач, кам”яний',
    '5½mm, 3x½unze, ½in, Rohr ½zoll, G½B',
    'a³b, m³h, cm³je, 5 m³/h, CO²neutral, I²C',
    '±0,5 ca. ±5mm, §5, 10£, min÷max, 3÷5',
    'ROT¦BLAU, Rot ¦ Blau, Teflon™film, Nike®air',
    'Set‚rot‘, Oma“s, Opa”s',
    'rock‘n‘roll, d´acier, Wort…wort, col·lecció, Länge×breite',
  ])('is not seen in %j', (text) => {
    expect(spoiledLetters(text)).toBeUndefined();
  });
});

describe('fault 6: letters that were lost before the file was written', () => {
  it.each(['Schl?ssel', 'M?bel', 'Gr??e', 'a?ejo', 'Vy?azen?', 'BOHRM?HLE', '???? ????'])(
    'are told of %j: no other encoding brings them back',
    (text) => {
      expect(spoiledLetters(`${text} 5`)).toEqual({
        rule: `holds "${text}", whose ? probably stands for a letter that was lost, and is sent like that.`,
        remedy: expect.stringContaining('such as UTF-8'),
      });
    },
  );

  it.each([
    'Was? Wie?Wo',
    'Wer?wie?was?',
    'Preis ?',
    'a?b, AB?CD, RAL????',
    'https://shop.example/index.php?id=5, shop.example?artikel, page?x=1',
  ])('are not seen in %j', (text) => {
    expect(spoiledLetters(text)).toBeUndefined();
  });
});

describe('entities of HTML', () => {
  it.each(['Schl&uuml;ssel', 'M&#246;bel', 'B &amp; C', '5 &micro;m'])(
    'are told of %j, with stripHtml as the remedy',
    (text) => {
      expect(spoiledLetters(text)).toMatchObject({
        rule: expect.stringMatching(/^holds "&\S+;" of HTML and is sent like that\.$/),
        remedy: expect.stringContaining('stripHtml: true'),
      });
    },
  );

  it.each(['B&C; D & E; R&D;', '<p>Schl&uuml;ssel</p>'])('are not told of %j', (text) => {
    expect(spoiledLetters(text)).toBeUndefined();
  });
});

describe('what is told of spoiled letters', () => {
  it('is a note on a text, which goes as it is', () => {
    expect(plainText('M”bel', 'Name', 500)).toMatchObject({
      value: 'M”bel',
      note: { code: 'ROW_CHARACTER', column: 'Name', value: 'M”bel' },
    });
  });

  it('is a note on an attribute', () => {
    const mapping = { named: [], columns: ['Farbe'], pairs: [] };
    const read = bindAttributes(mapping, { columns: ['Farbe'], column: () => 0 });
    expect(read(['gr?nlich'])).toMatchObject({
      values: { Farbe: 'gr?nlich' },
      notes: [{ code: 'ROW_CHARACTER', column: 'Farbe' }],
    });
  });

  it('is not asked of an article number, which may hold any sign', () => {
    expect(keyText('ab³cd?efg', 'Nr', 100)).toEqual({ value: 'ab³cd?efg' });
  });
});
