import { describe, expect, it } from 'vitest';
import { encode } from '../../../adapters/text/encode.ts';
import { refusalOf } from './refusal.ts';

const german = 'A1;Säge\nA2;Böden\nA3;Hämmer\nA4;Löcher größer\n';
const polish = 'A1;Śruba źle żółta ąę\nA2;Łożysko kulkowe\n';
const czech = 'A1;Šroub žlutý\nA2;Ložisko\nA3;Příruba\n';
const russian = 'A1;Болт М8 оцинкованный\nA2;Гайка\nA3;Шайба плоская\n';
const dos = 'A1;Šroub s vnitřním šestihranem\nA2;Lžíce\nA3;Ložisko kuličkové\n';
const small = 'A1;болт оцинкованный\nA2;гайка круглая\nA3;шайба плоская\n';
const capitals = 'A1;MÜSLI\nA2;TÜRSCHLOSS\nA3;MÖBEL\nA4;LÖTKOLBEN\nA5;ÖL\nA6;HÄNGER\n';
const polishCapitals = 'A1;KLUCZ PŁASKI\nA2;WĄŻ\nA3;ŻARÓWKA\nA4;PODKŁADKA\nA5;ŚRUBA\n';
const french = 'A1;Pièce détachée\nA2;Clé à molette\nA3;Câble carré, qualité café\n';

describe('fault 6: a declared page under which words beyond ASCII are none', () => {
  it.each([
    { text: german, written: 'cp850', declared: 'windows-1252', shown: 'S„ge' },
    { text: german, written: 'cp850', declared: 'windows-1250', shown: 'S„ge' },
    {
      text: 'A1;Böden\nA2;Löcher\nA3;Möbel\nA4;Säge\n',
      written: 'windows-1252',
      declared: 'cp850',
      shown: 'B÷den',
    },
    { text: german, written: 'windows-1252', declared: 'windows-1251', shown: 'Sдge' },
    { text: french, written: 'cp850', declared: 'windows-1252', shown: 'PiŠce' },
    {
      text: capitals,
      written: 'cp850',
      declared: 'windows-1252',
      shown: 'MšSLI", "TšRSCHLOSS", "M™BEL',
    },
    { text: polishCapitals, written: 'cp852', declared: 'windows-1250', shown: 'PťASKI", "W¤˝' },
    { text: polish, written: 'windows-1250', declared: 'windows-1252', shown: '¿ó³ta' },
    { text: czech, written: 'cp852', declared: 'windows-1250', shown: '§lutě' },
    { text: dos, written: 'cp852', declared: 'windows-1250', shown: 'vnitýnˇm' },
    {
      text: `${polish}A3;Gałka\n`,
      written: 'iso-8859-2',
      declared: 'windows-1252',
      shown: '¦ruba',
    },
    {
      text: `${german}A5;Kabel 1,5 mm²\nA6;Estrich 3 m³\nA7;Fliese 2 m²\n`,
      written: 'windows-1252',
      declared: 'windows-1251',
      shown: 'Sдge',
    },
    { text: russian, written: 'koi8-r', declared: 'windows-1251', shown: 'зБКЛБ' },
    { text: small, written: 'koi8-r', declared: 'windows-1251', shown: 'ЗБКЛБ' },
    { text: small, written: 'windows-1251', declared: 'koi8-r', shown: 'ЦЮИЙЮ' },
    { text: small, written: 'cp866', declared: 'windows-1251', shown: 'ЄагЈ«\u00a0п' },
    { text: small, written: 'iso-8859-5', declared: 'windows-1251', shown: 'иРЩСР' },
    { text: small, written: 'cp866', declared: 'cp855', shown: 'БаЕфа' },
    { text: russian, written: 'windows-1251', declared: 'koi8-r', shown: 'цЮИЙЮ' },
    { text: russian, written: 'windows-1251', declared: 'windows-1252', shown: 'Áîëò' },
    {
      text: 'A1;ЛАМПА LED\nA2;ГАЙКА М8\nA3;ШАЙБА ПЛОСКАЯ\nA4;БОЛТ\n',
      written: 'iso-8859-5',
      declared: 'windows-1252',
      shown: '»°¼¿°',
    },
    {
      text: russian.replace('Шайба', 'Кольцо'),
      written: 'cp866',
      declared: 'windows-1251',
      shown: 'Љ®«мж®',
    },
  ] as const)('$written as $declared is refused', ({ text, written, declared, shown }) => {
    const { code, rule, remedy } = refusalOf(encode(text, written), declared) ?? {};
    expect(code).toBe('FILE_ENCODING');
    expect(rule).toContain(shown);
    expect(remedy).toContain(`${written}`);
  });

  it.each([
    { text: 'A1;Säge\nA2;Sõge gut\n', declared: 'windows-1252' },
    { text: `${german}A5;S„ge\nA6;L”cher\nA7;gr”sser\n`, declared: 'windows-1252' },
    {
      text: 'A1;„Säge“ 5 m²K/W, 3m³h, L×B×H\nA2;Teflon®Band Lego™Stein\n',
      declared: 'windows-1252',
    },
    { text: 'A1;S„ge\nA2;S„ge\nA3;S„ge\n', declared: 'windows-1252' },
    {
      text: 'A1;¿Qué? ¡Sí! §5 90°C ±5 µm\nA2;L´eau d’été, Nº 5, Çédille\n',
      declared: 'windows-1252',
    },
    { text: 'A1;25 кВА\nA2;кВт·ч, дБА, USB-кабель\nA3;Болт «Шайба»\n', declared: 'windows-1251' },
    { text: 'A1;БОЛТ\nA2;гайка\nA3;шайба\n', declared: 'koi8-r' },
    { text: 'A1;I²C\nA2;E²PROM\nA3;I²t 400 kA²s\nA4;DAC I²S', declared: 'windows-1252' },
    { text: 'A1;R½xR¾\nA2;G½AG\nA3;G¾IG\nA4;r½xr¾\nA5;g¼ig', declared: 'windows-1252' },
    { text: 'A1;I²C\nA2;E²PROM\nA3;G½B\nA4;G¾B', declared: 'cp850' },
    { text: 'A1;Zangen»Kombi»Profi\nA2;Küche»Stühle\nA3;Rad›Reifen', declared: 'windows-1252' },
    { text: 'A1;±½°\nA2;°°°°°\nA3;¼½¾\nA4;«»\nA5;----\nA6;½" ¾" §§§§', declared: 'windows-1252' },
    { text: 'A1;rot»blau\nA2;gelb»lila\nA3;eins»zwei', declared: 'windows-1250' },
    { text: 'A1;M÷XL\nA2;S÷L\nA3;XS÷M\nA4;länge×breite', declared: 'windows-1252' },
    { text: 'A1;rot¦blau\nA2;gelb¦lila\nA3;grün¦weiß', declared: 'windows-1252' },
    { text: 'A1;ШВВП\nA2;ЩУРн\nA3;ППГнг\nA4;КГВВ\nA5;ЦПЩЭ\nA6;ХВГЭ', declared: 'windows-1251' },
    { text: `A1;${'\u00a0'.repeat(9)}Шайба\nA2;────────\n`, declared: 'cp866' },
    { text: 'A1;LEGO™STEIN\nA2;WD40™SPRAY\nA3;3M™VHB\nA4;TEFLON®BAND', declared: 'windows-1252' },
    { text: 'A1;SCHLüSSEL\nA2;GRößE\nA3;DüBEL\nA4;CAFé', declared: 'windows-1252' },
    { text: 'A1;KOšICE\nA2;VEšIAK\nA3;MIšKA\nA4;KOšIEľ', declared: 'windows-1250' },
    { text: 'A1;¤10\nA2;Rohr ¤ 12\nA3;˝OSA˝\nA4;1/2˝', declared: 'windows-1250' },
    { text: 'A1;Труба чугунная\nA2;Люк чугунный\nA3;Муфта чугунная', declared: 'windows-1251' },
    { text: 'A1;Люк чугунный\nA2;Муфта чугунная\nA3;Чугун', declared: 'cp866' },
    { text: 'A1;ROT¦BLAU\nA2;S¦M\nA3;L¦XL\nA4;GRÜN¦WEISS', declared: 'windows-1252' },
    { text: 'A1;MotorÖl\nA2;GetriebeÖl\nA3;PraxisÄrzte\nA4;BioÉté', declared: 'windows-1252' },
    {
      text: 'A1;MotorÖl\nA2;GetriebeÖl\nA3;BremsÖl\nA4;KettenÖl\nA5;HydroÖl',
      declared: 'windows-1252',
    },
    { text: 'A1;„Profi„\nA2;„Super„\nA3;„Top„', declared: 'windows-1252' },
    { text: czech, declared: 'windows-1250' },
    { text: polish, declared: 'cp852' },
    { text: french, declared: 'cp850' },
    { text: 'A1;ΒΙΔΑ Μ8\nA2;Παξιμάδι\nA3;Ροδέλα\n', declared: 'windows-1253' },
    { text: 'A1;DÜĞME ŞİŞE\nA2;Çivi\nA3;Şişe kapağı\n', declared: 'windows-1254' },
  ] as const)('$text as $declared is believed', ({ text, declared }) => {
    expect(refusalOf(encode(text, declared), declared)).toBeUndefined();
  });

  const rows = 'A1;Filter\n'.repeat(400);
  it.each([
    { text: 'A1;SСR50\nA2;KОX12\nA3;TАB7M', declared: 'windows-1251' },
    { text: `A1;Bоsch\nA2;Mаkita\n${rows}A3;ACСB`, declared: 'windows-1251' },
    { text: 'A1;SΟR50\nA2;KΟX12\nA3;TΑB7M', declared: 'windows-1253' },
  ] as const)('letters that look like Latin ones are slips: $declared', ({ text, declared }) => {
    expect(refusalOf(encode(text, declared), declared)).toBeUndefined();
  });

  it.each([
    'A1;Bоsch\nA2;Mаkita\nA3;ACСB',
    'A1;España\nA2;Muñoz\nA3;Peña\n',
    `A1;España\nA2;Müller\n${rows}A3;Säge\n`,
  ])('but not where many rows have them, or other letters: %#', (text) => {
    const written = text.includes('ñ') ? 'windows-1252' : 'windows-1251';
    expect(refusalOf(encode(text, written), 'windows-1251')?.code).toBe('FILE_ENCODING');
  });

  it('names the correction in the ERP first, and the declared page no more', () => {
    const { remedy } = refusalOf(encode(german, 'cp850'), 'windows-1252') ?? {};
    expect(remedy).toMatch(/^If the ERP writes windows-1252, correct these words in it/);
    expect(remedy).not.toContain('windows-1252: ');
  });

  it.each([
    {
      names: ['Clé mixte', 'Clé à pipe'],
      written: 'cp850',
      declared: 'windows-1252',
      shown: 'Cl‚',
    },
    {
      names: ['MotorÖl', 'BremsÖl', 'KettenÖl'],
      written: 'windows-1252',
      declared: 'cp850',
      shown: 'MotorÍl',
    },
    {
      names: ['Möbelgriff', 'Möbelknopf'],
      written: 'cp850',
      declared: 'windows-1252',
      shown: 'M”',
    },
    {
      names: ['Болт', 'Болт М8', 'Гайка'],
      written: 'koi8-r',
      declared: 'windows-1251',
      shown: 'вП',
    },
  ] as const)('$written as $declared is refused where $names is all there is', (one) => {
    const { names, written, declared, shown } = one;
    expect(
      refusalOf(encode(`${names.join('\n')}\n`.repeat(10), written), declared)?.rule,
    ).toContain(shown);
  });

  it.each([
    { text: 'M”bel AG;Säge\nM”bel AG;Zange\nM”bel AG;Hämmer\n', declared: 'windows-1252' },
    { text: 'KOšICE\n', declared: 'windows-1250' },
    { text: 'HliníkČlen\n', declared: 'windows-1250' },
    { text: 'Kondensator 10 кВАР\n', declared: 'windows-1251' },
    { text: 'Teflon®Band\n', declared: 'windows-1252' },
  ] as const)('$text again and again as $declared is believed', ({ text, declared }) => {
    expect(refusalOf(encode(text.repeat(30), declared), declared)).toBeUndefined();
  });

  it('shows three values under each candidate', () => {
    const { remedy } = refusalOf(encode(german, 'cp850'), 'windows-1252') ?? {};
    expect(remedy).toContain('cp850 or cp852: "Säge", "Böden", "Hämmer"');
  });
});

describe('fault 6: a page of DOS that draws a shade behind a number', () => {
  it('is refused: 90° as cp850', () => {
    expect(refusalOf(encode('1;Winkel 90°\n', 'windows-1252'), 'cp850')?.rule).toContain('"90░"');
  });

  it('is believed for a bar beside a number', () => {
    expect(refusalOf(encode('1;50 ░░▒▒\n2;5░░░\n', 'cp850'), 'cp850')).toBeUndefined();
  });
});
