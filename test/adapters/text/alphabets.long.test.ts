import { describe, expect, it } from 'vitest';
import { decoderOf } from '../../../adapters/text/decode.ts';
import { detectEncoding } from '../../../adapters/text/detect.ts';
import { encode } from '../../../adapters/text/encode.ts';
import type { CodePage } from '../../../src/domain/encoding.ts';
import { fileOf } from './reading.ts';
import { shelves } from './shelf.ts';

const forms: Readonly<Record<string, (word: string) => string>> = {
  small: (word) => word,
  title: (word) => word.charAt(0).toUpperCase() + word.slice(1),
  capitals: (word) => word.toUpperCase(),
};

const brands = ['Citroën', 'Müller', 'Señor', 'Nescafé®', 'Ø12', '5 m²', 'I²C', '90°', '½"'];

function tableOf(words: readonly string[]): string {
  return words.map((word, row) => `A${row};${word}\n`).join('');
}

function isRefused(text: string, { written, declared = written }: Pages): boolean {
  return 'refusal' in detectEncoding(fileOf('a.csv', encode(text, written)), declared);
}

interface Pages {
  readonly written: CodePage;
  readonly declared?: CodePage;
}

describe('fault 6: a page that its words are right in', () => {
  it.each(Object.entries(shelves))('is believed for %s, of few words and many', (_, shelf) => {
    const words = shelf.words.split(' ');
    for (const form of Object.values(forms)) {
      for (const written of shelf.pages) {
        for (let many = 1; many <= words.length; many++) {
          const text = tableOf(words.slice(0, many).map(form));
          expect(isRefused(text, { written }), `${written}: ${text}`).toBe(false);
        }
      }
    }
  });

  it.each([
    ['German', 'French', 'windows-1252'],
    ['French', 'Spanish', 'windows-1252'],
    ['Swedish', 'Danish', 'windows-1252'],
    ['Portuguese', 'German', 'cp850'],
    ['Polish', 'German', 'windows-1250'],
    ['Czech', 'Hungarian', 'cp852'],
    ['Lithuanian', 'Latvian', 'windows-1257'],
    ['Turkish', 'German', 'windows-1254'],
    ['Russian', 'Ukrainian', 'windows-1251'],
  ] as const)('is believed where %s stands beside %s and brands', (one, other, written) => {
    const both = [shelves[one]?.words, shelves[other]?.words].map((text) => text?.split(' ') ?? []);
    const mixed = both[0]?.flatMap((word, at) => [word, both[1]?.[at] ?? '', brands[at] ?? '']);
    for (let many = 1; many <= (mixed?.length ?? 0); many++) {
      const text = tableOf(mixed?.slice(0, many) ?? []);
      expect(isRefused(text, { written }), text).toBe(false);
    }
  });

  it.each(['Polish', 'Czech', 'Slovak', 'Hungarian', 'Croatian', 'Romanian'])(
    'is believed where %s stands beside brands of the West',
    (language) => {
      const names = ['Citroën', 'Müller', 'Rosé', 'Château', 'Häfele', 'Décor', 'Böllhoff'];
      const words = shelves[language]?.words.split(' ') ?? [];
      const mixed = words.flatMap((word, at) =>
        at % 4 === 0 ? [word, names[at / 4] ?? ''] : word,
      );
      for (let many = 1; many <= mixed.length; many++) {
        const text = tableOf(mixed.slice(0, many));
        expect(isRefused(text, { written: 'windows-1250' }), text).toBe(false);
      }
    },
  );

  it('is believed for codes of Latin letters beside Cyrillic words', () => {
    const words = ['Болт М8', 'SR-50', 'кВт', 'USB-кабель', 'LED лампа', 'Filter X²', 'Гайка'];
    expect(isRefused(tableOf(words), { written: 'windows-1251' })).toBe(false);
  });
});

const declaredPages = [
  ...(['windows-1252', 'windows-1250', 'windows-1251', 'windows-1254', 'windows-1257'] as const),
  ...(['cp850', 'cp852', 'cp857', 'cp866', 'koi8-r'] as const),
];

/** Where letters stand for letters of another language that has such words, too. */
const notSeen: Readonly<Record<string, string>> = {
  // Most words are Turkish, too.
  Italian: 'cp850 as cp857',
  Icelandic: 'cp850 as cp857',
  // They differ in š, ť and ž alone.
  Czech: 'iso-8859-2 as windows-1250',
  Slovak: 'iso-8859-2 as windows-1250',
  // They differ in ő and ű alone.
  Hungarian: 'cp852 as cp850, cp857',
  Romanian: 'iso-8859-16 as windows-1252, windows-1250, windows-1254',
  // They differ in õ, š and ž alone.
  Estonian:
    'windows-1257, iso-8859-13 as windows-1252, windows-1250, windows-1254; cp775 as cp850, cp857',
  // Its letters are small ones of Cyrillic.
  Hebrew: 'windows-1255, iso-8859-8 as windows-1251, koi8-r',
  // No page of Windows or DOS has its letters there.
  Arabic:
    'iso-8859-6 as windows-1252, windows-1250, windows-1251, windows-1254, windows-1257, koi8-r',
};

/** `a, b as c, d; e as f`: each as each. */
function pairsOf(listed: string): readonly string[] {
  return listed.split('; ').flatMap((pages) => {
    const [written = '', declared = ''] = pages.split(' as ');
    return written
      .split(', ')
      .flatMap((one) => declared.split(', ').map((other) => `${one} as ${other}`));
  });
}

describe('fault 6: a page that its words are wrong in', () => {
  it.each(Object.entries(shelves))('is refused for %s', (language, { pages, words }) => {
    const believed: string[] = [];
    for (const written of pages.slice(0, 4)) {
      const bytes = encode(words, written);
      for (const declared of declaredPages) {
        if (decoderOf(declared).decode(bytes) === words) continue;
        const title = tableOf(words.split(' ').map((word) => forms.title?.(word) ?? word));
        if (!isRefused(title, { written, declared })) believed.push(`${written} as ${declared}`);
      }
    }
    const listed = notSeen[language];
    expect(believed).toEqual(listed === undefined ? [] : pairsOf(listed));
  });
});

describe('fault 6: words beyond ASCII that are behind a MiB of codes', () => {
  const codes = 'A1;Filter X-5000\n'.repeat(80_000);
  const czech = tableOf((shelves.Czech?.words ?? '').split(' '));

  it('refuse a wrong page, too, and show where', () => {
    const bytes = encode(codes + czech, 'cp852');
    const detected = detectEncoding(fileOf('a.csv', bytes), 'windows-1250');
    const { rule = '', remedy = '' } = 'refusal' in detected ? detected.refusal : {};
    expect(rule).toContain('are not words');
    expect(remedy).toContain('cp852: "šroub');
    expect(isRefused(codes + czech, { written: 'cp852' })).toBe(false);
  });

  it('refuse a page over UTF-8', () => {
    const bytes = encode(codes + czech, 'utf-8');
    const detected = detectEncoding(fileOf('a.csv', bytes), 'windows-1250');
    expect('refusal' in detected && detected.refusal.rule).toContain('well-formed UTF-8');
  });
});

const frenchTools =
  'tête plate;Écrou frein;tête fraisée;Câble électrique;arrière;Pâte;Mètre;métaux;Fenêtre;Poignée;fumée;arrêt;Évier;Crème;Brûleur';
const swedishTools = 'stål;Mätband;Såg för trä;Tång ställbar;Målarfärg;grön;Lås;Blå;Påse';

describe('fault 6: letters that are read as other letters', () => {
  it.each([
    { text: 'Açık ağız;Cıvata;Işık', written: 'windows-1254', declared: 'windows-1252' },
    { text: 'Cıvata;Sıcak;Yıldız', written: 'windows-1254', declared: 'cp850' },
    {
      text: 'Klíč plochý;Řezací kotouč;Šroub žlutý',
      written: 'windows-1250',
      declared: 'windows-1252',
    },
    { text: 'Veržlė;Žalias;Grąžtas;Šviesa', written: 'windows-1257', declared: 'windows-1252' },
    { text: 'Veržlė;Žalias;Grąžtas', written: 'windows-1257', declared: 'cp850' },
    { text: 'sześciokątnym;Gwóźdź;Śruba;Ćwierć', written: 'iso-8859-2', declared: 'windows-1250' },
    { text: 'Szűrő;Cső;Fűrész;Erős', written: 'windows-1250', declared: 'windows-1252' },
    { text: frenchTools, written: 'windows-1252', declared: 'windows-1250' },
    { text: frenchTools, written: 'windows-1252', declared: 'windows-1257' },
    { text: swedishTools, written: 'windows-1252', declared: 'iso-8859-2' },
  ] as const)('$text: $written as $declared', ({ text, written, declared }) => {
    const detected = detectEncoding(fileOf('a.csv', encode(`${text}\n`, written)), declared);
    const { rule = '', remedy = '' } = 'refusal' in detected ? detected.refusal : {};
    expect(rule).toMatch(/are not words|box-drawing/);
    expect(remedy).toMatch(new RegExp(`${written}[^:]*: "${text.split(';')[0]}"`));
  });
});
