import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { encode } from '../../adapters/text/encode.ts';
import { guessedEncodings } from '../../src/setup/encoding.ts';

const texts = {
  'windows-1252': 'Größe;Schlüssel für Türgriffe;Ø 12 mm;Müller & Söhne;Übermaß',
  'windows-1250': 'Śruba zamkowa;Wkręt do drewna;Łożysko kulkowe;żółty;ćwierć;ąę',
  'windows-1251': 'Болт оцинкованный;Гайка шестигранная;Шайба;Ключ рожковый',
  cp850: 'Schalter mögl. für Unterputz;Größe;Schlüssel;Übermaß',
  cp852: 'Śruba zamkowa;Wkręt do drewna;Łożysko kulkowe;żółty;ćwierć;ąę',
  cp866: 'Болт оцинкованный;Гайка шестигранная;Шайба;Ключ рожковый',
  macintosh: 'Größe;Schlüssel für Türgriffe;Bügel 5 €;Müller & Söhne;Übermaß',
  'koi8-r': 'Болт оцинкованный;Гайка шестигранная;Шайба;Ключ рожковый',
};

function likeliest(bytes: Uint8Array): string | undefined {
  return guessedEncodings(bytes).encodings[0];
}

describe('a code page without a mark', () => {
  it.each(Object.entries(texts))('%s is told by how its words read', (encoding, text) => {
    expect(likeliest(iconv.encode(text, encoding))).toBe(encoding);
  });

  it.each([
    { written: 'windows-1250', text: 'Klíč plochý;Řezací kotouč;Šroub žlutý' },
    { written: 'windows-1250', text: 'Ključ;Čekić;Ležaj;Žuti vijak' },
    { written: 'windows-1250', text: 'Szűrő;Csavarhúzó;Fűrész;Cső' },
    { written: 'windows-1250', text: 'Şurub;Piuliţă;Înălţime;Roşu' },
    { written: 'windows-1254', text: 'Açık ağız;Cıvata;Şişe kapağı' },
    { written: 'windows-1257', text: 'Veržlė;Žalias;Grąžtas;Šviesa' },
    { written: 'windows-1253', text: 'Βίδα;Παξιμάδι;Ροδέλα' },
    { written: 'iso-8859-2', text: 'Śruba zamkowa;Źródło;Wąż żółty' },
    { written: 'cp852', text: 'Śruba zamkowa;Kalapács;Gwóźdź;Wąż żółty' },
    { written: 'cp852', text: 'Szűrő;Csavarhúzó;Fűrész;Cső' },
    { written: 'cp857', text: 'Açık ağız;Cıvata;Şişe kapağı' },
    { written: 'cp737', text: 'Βίδα;Παξιμάδι;Ροδέλα' },
    { written: 'windows-1252', text: 'Größe' },
    { written: 'cp850', text: 'Öl' },
    { written: 'windows-1252', text: 'MotorÖl;GetriebeÖl;HydraulikÖl;BremsÖl;KettenÖl' },
    { written: 'windows-1255', text: 'מפתח צינורות;כבל חשמל;נייר דבק;צבע לבן;מברגה נטענת' },
    {
      written: 'windows-1251',
      text: 'Автомат 16А С;Подшипник;кВАр компенсатор;кОм резистор;ЭмАль',
    },
    { written: 'windows-1253', text: 'ΠΑΞΙΜΑΔΙ;ΚΛΕΙΔΙ;ΣΩΛΗΝΑΣ;ΔΙΑΚΟΠΤΗΣ' },
  ] as const)('$written is told by the alphabet of $text', ({ written, text }) => {
    expect(likeliest(encode(text, written))).toBe(written);
  });

  it('is shown in the pages that read it nearly as well', () => {
    const { encodings, rivals } = guessedEncodings(encode('Klíč', 'windows-1250'));
    expect([encodings[0], ...rivals]).toEqual(
      expect.arrayContaining(['windows-1250', 'windows-1252']),
    );
  });

  it('windows-1252 is the likeliest for books in many languages, and windows-1250 is shown beside it', () => {
    const books =
      'Astérix chez les Helvètes;Kärlek;Cien años;Os Lusíadas edição;Íslandsklukkan;Bröderna Lejonhjärta;Smørrebrød på dansk;La città;Niña errante;El otoño;Être et temps;Ängel över Åbo';
    const { encodings, rivals } = guessedEncodings(encode(books, 'windows-1252'));
    expect(encodings[0]).toBe('windows-1252');
    expect(rivals).toContain('windows-1250');
  });

  it('windows-1250 is told by Polish words beside brands of others', () => {
    const text =
      'Müller malina;Schöller Lód śmietanka;Nestlé Płatki;wino półwytrawne;Süßstoff słodzik';
    expect(likeliest(encode(text, 'windows-1250'))).toBe('windows-1250');
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
