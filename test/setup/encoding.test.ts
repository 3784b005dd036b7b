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

describe('a code page without a mark', () => {
  it.each(Object.entries(texts))('%s is told by how its words read', (encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    const scores = encodingsTried.map((tried) => ({
      tried,
      score: plausibility(iconv.decode(bytes, tried)),
    }));
    const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
    expect(best.tried).toBe(encoding);
  });
});
