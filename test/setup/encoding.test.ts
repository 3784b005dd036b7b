import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { encodingsTried, plausibility } from '../../src/setup/encoding.ts';

const texts = {
  'windows-1252': 'Größe;Schlüssel für Türgriffe;Ø 12 mm;Müller & Söhne;Übermaß',
  'windows-1250': 'Śruba zamkowa;Wkręt do drewna;Łożysko kulkowe;żółty;ćwierć;ąę',
  'windows-1251': 'Болт оцинкованный;Гайка шестигранная;Шайба;Ключ рожковый',
  cp850: 'Schalter mögl. für Unterputz;Größe;Schlüssel;Übermaß',
  cp852: 'Śruba zamkowa;Wkręt do drewna;Łożysko kulkowe;żółty;ćwierć;ąę',
  cp866: 'Болт оцинкованный;Гайка шестигранная;Шайба;Ключ рожковый',
  'koi8-r': 'Болт оцинкованный;Гайка шестигранная;Шайба;Ключ рожковый',
};

function likeliest(bytes: Uint8Array): string {
  const scores = encodingsTried.map((tried) => ({
    tried,
    score: plausibility(iconv.decode(Buffer.from(bytes), tried)),
  }));
  return scores.reduce((a, b) => (b.score > a.score ? b : a)).tried;
}

describe('a code page without a mark', () => {
  it.each(Object.entries(texts))('%s is told by how its words read', (encoding, text) => {
    expect(likeliest(iconv.encode(text, encoding))).toBe(encoding);
  });

  it.each([
    'EEPROM I²C;E²PROM;DAC I²S;Quarz ±20 ppm',
    'Doppelnippel R½xR¾;Kugelhahn G½AG;Kugelhahn G¾IG',
    'Manometer G½B;Manometer G¼B;Manometer G¾B',
    'Sicherung I²t 1,2 kA²s;Sicherung 25 A',
    'Werkzeug»Zangen»Kombizangen;Hammer',
  ])('windows-1252 is told by signs of a trade: %s', (text) => {
    expect(likeliest(iconv.encode(text, 'windows-1252'))).toBe('windows-1252');
  });
});
