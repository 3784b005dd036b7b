import { expect, it } from 'vitest';
import { encode } from '../../../adapters/text/encode.ts';
import { refusalOf } from './refusal.ts';

const trade =
  'A1;Scheibe Ø 8,4\nA2;Kabel 3×1,5 mm²\nA3;Beton 0,5 m³\nA4;Gewindemuffe ½"\nA5;Winkel ¾"\nA6;Türgriff\n';

it.each([
  { declared: 'windows-1250', shown: '"Ř 8", "5 mm˛", "5 mł"' },
  { declared: 'iso-8859-2', shown: '"Ř 8", "5 mm˛", "5 mł"' },
  { declared: 'windows-1251', shown: 'not words' },
] as const)('fault 6: signs of measures that $declared reads as letters refuse it', (one) => {
  for (const text of [trade, trade.replace('Türgriff', 'Hammer')]) {
    const { rule, remedy } = refusalOf(encode(text, 'windows-1252'), one.declared) ?? {};
    expect(rule).toContain(one.shown);
    expect(remedy).toContain('windows-1252');
  }
});

it.each([
  // What was a diameter once, in a file that is Czech all the same.
  { text: 'A1;Trubka Ř 22, žlutá\nA2;Vrták Ř 8\nA3;Řetěz Ř 10\n', page: 'windows-1250' },
  { text: 'A1;Cev 1/2˝\nA2;Muf 3/4˝\nA3;Ventil 1 ˝\nA4;Cev 5/4˝\n', page: 'windows-1250' },
  { text: 'A1;Шаг Ш 8\nA2;Гайка и 3 шайбы\nA3;Болт в 2 раза\n', page: 'windows-1251' },
  { text: 'A1;Ø 8\nA2;2 m²\nA3;3 m³\nA4;Muffe ½"\n', page: 'windows-1252' },
  { text: 'A1;Ø 8\nA2;2 m²\nA3;3 m³\nA4;Muffe ½"\n', page: 'cp850' },
] as const)('fault 6: $page is believed for $text', ({ text, page }) => {
  expect(refusalOf(encode(text, page), page)).toBeUndefined();
});
