import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { xml } from '../../../adapters/xml/read.ts';
import { readAll } from './reading.ts';
import { refusalOf } from './refusal.ts';

describe('fault 6: a declared code page over UTF-8', () => {
  it.each(['Grün', 'Grün Öl', 'Maß: 5 €'])('is refused for %s alone', (text) => {
    const { code, rule, remedy } =
      refusalOf(encode(`Nr;Name\n1;${text}\n`, 'utf-8'), 'cp1252') ?? {};
    expect(code).toBe('FILE_ENCODING');
    expect(rule).toContain('everything beyond ASCII in it is well-formed UTF-8');
    expect(remedy).toMatch(new RegExp(`write UTF-8. utf-8: "${text}"`));
  });

  it.each(['MENÜ» 5', 'Ø½ Zoll', 'CAFÉ\u00a0CREMA', '5 µm', 'GRÖSSE'])(
    'is believed for %s, which only happens to be UTF-8, or is not',
    (text) => {
      expect(refusalOf(encode(`Nr;Name\n1;${text}\n`, 'windows-1252'), 'cp1252')).toBeUndefined();
    },
  );

  it.each([
    { page: 'windows-1250', words: ['SPRĘŻYNA'] },
    { page: 'windows-1250', words: ['SPRĘŻYNA', 'SPRĘŻYNA', 'SPRĘŻYNA', 'SKRĘTNA'] },
    { page: 'windows-1250', words: ['NÓŻ', 'NÓŻ DO TAPET', 'KÓŁKO', 'PÓŁKA'] },
    { page: 'iso-8859-2', words: ['KÓŁKO', 'PÓŁKA'] },
    { page: 'cp852', words: ['KÓŁKO', 'PÓŁKA'] },
    { page: 'windows-1250', words: ['RŮŽE', 'KŘÍŽ', 'SÍŤ', 'VĚŠ'] },
    { page: 'windows-1250', words: ['DĹŽKA', 'PÄŤ', 'CĂŞTI'] },
    { page: 'windows-1252', words: ['NESCAFÉ® GOLD', 'HYVÄ® KAHVI', 'TUBO Ø¾', '5×½'] },
    { page: 'windows-1254', words: ['YAĞ® 5', 'DAĞ®'] },
  ] as const)(
    'is believed for capitals of $page and signs of trades: $words',
    ({ page, words }) => {
      const rows = [...words, ...words, ...words].map((word, at) => `${at};${word}\n`).join('');
      expect(refusalOf(encode(rows, page), page)).toBeUndefined();
    },
  );

  it.each([
    'GRÖSSE ÄHNLICH ÜBER',
    'ŘÍZENÍ ČÁST ŠROUB',
    'PODKłADKA MüLLER TüR',
    'KAPI KOLLARI İÇİN ŞİŞE',
    'Dəmir məftil, ərzaq',
    'מפתח ברגים',
    'Болт М8',
    'SС-R50, KОX12, TАB7M',
    'MU\u0308LLER SCHLU\u0308SSEL O\u0308L',
    'Größe 90˚, 5 kΩ, ΔT, 10 μm',
  ])('is refused for %s', (text) => {
    for (const page of ['windows-1252', 'windows-1250']) {
      expect(refusalOf(encode(`1;${text}\n`, 'utf-8'), page)?.rule).toContain('well-formed UTF-8');
    }
  });

  it('is refused in the prolog of XML, too, and where the source names it', async () => {
    const text = '<?xml version="1.0" encoding="windows-1252"?><r><p><n>Grün</n></p></r>';
    for (const encoding of [undefined, 'windows-1252']) {
      const options = { path: 'p', ...(encoding === undefined ? {} : { encoding }) };
      const { refusal } = await readAll(xml, text, options);
      expect(refusal?.code).toBe('FILE_ENCODING');
      expect(refusal?.remedy).toContain('utf-8: "Grün"');
    }
  });
});

describe('fault 6: a page of DOS that draws frames within words', () => {
  it.each([
    { declared: 'cp850', written: 'windows-1252', text: 'Straße', shown: 'Stra▀e' },
    { declared: 'cp437', written: 'windows-1252', text: 'Öl', shown: '╓l' },
    { declared: 'cp852', written: 'windows-1250', text: 'Łożysko', shown: 'úo┐ysko' },
    { declared: 'cp866', written: 'windows-1251', text: 'Болт', shown: '┴юыЄ' },
    { declared: 'koi8-r', written: 'cp866', text: 'Болт', shown: '│╝╚Б' },
  ] as const)('is refused: $text as $declared', ({ declared, written, text, shown }) => {
    const { code, rule, remedy } = refusalOf(encode(`1;${text}\n`, written), declared) ?? {};
    expect(code).toBe('FILE_ENCODING');
    expect(rule).toContain(shown);
    expect(remedy).toContain(`"${text}"`);
  });

  const capitals = '1;ГАЙКА М10\n2;ШАЙБА ПЛОСКАЯ\n3;ПРОВОД\n';
  it.each([
    { declared: 'cp866', written: 'windows-1251', text: capitals, shown: '├└╔╩└' },
    { declared: 'cp437', written: 'windows-1251', text: capitals, shown: '├└╔╩└' },
    { declared: 'cp866', written: 'iso-8859-5', text: capitals, shown: '╚░╣▒░' },
    { declared: 'cp866', written: 'koi8-r', text: capitals.toLowerCase(), shown: '╟┴╩╦┴' },
    { declared: 'koi8-r', written: 'cp866', text: `${capitals}4;БОЛТ\n`, shown: '▐▀▌▒┼─' },
  ] as const)('is refused for words of frames alone: $written as $declared', (one) => {
    const { rule, remedy } = refusalOf(encode(one.text, one.written), one.declared) ?? {};
    expect(rule).toContain(one.shown);
    expect(remedy).toContain(one.written);
  });

  it.each([
    'Nr;Straße\n',
    '╔══╦══╗\n║  ║  ║\n╠══╬══╣\n╟──╫──╢\n╞══╪══╡\n├──┼──┤\n╙──╨──╜\n╘══╧══╛\n',
    '│─│──│\n│──│─│\n└┘└┘┌┐\n│├──\n║│└──┐│║\n█▓▒░\n▐██▌\n▄▄▄▀▀▀\n',
    '┌──────┬──────┐\n│Nr    │Name  │\n║Öl    ║ Größe║\n└──────┴──────┘\n',
    '═══Preise═══\n',
    'Balken ▓▓▒░ ■\n',
  ])('is believed for real frames and words: %j', (text) => {
    expect(refusalOf(encode(text, 'cp437'), 'cp437')).toBeUndefined();
  });
});

describe('fault 6: a file that is UTF-8 by chance only, undeclared', () => {
  it.each([
    { page: 'windows-1250', text: 'SPRĘŻYNA', read: 'SPRʯYNA' },
    { page: 'windows-1250', text: 'NÓŻ KUCHENNY', read: 'Nӯ KUCHENNY' },
    { page: 'windows-1252', text: 'NESCAFÉ® GOLD', read: 'NESCAFɮ GOLD' },
    { page: 'windows-1252', text: 'TUBO Ø½', read: 'TUBO ؽ' },
  ] as const)('is refused, and shown under each page: $text', ({ page, text, read }) => {
    const { rule, remedy } = refusalOf(encode(`id;n\n1;${text}\n`, page)) ?? {};
    expect(rule).toContain('perhaps by chance only (line 2)');
    expect(remedy).toContain(`utf-8: "${read}"`);
    expect(remedy).toMatch(new RegExp(`${page}[^:]*: "${text}"`));
    expect(refusalOf(encode(`id;n\n1;${text}\n`, page), 'utf-8')).toBeUndefined();
  });

  it.each([
    'Ø20, ɸ20',
    'Dəmir',
    'SС-R50 and DЛ-5',
    'ברגים',
    'ʤ',
    'Müller ɮ',
    'ÎN, ȘURUB, 5ʺ, ƒ/2',
    '電',
  ])('is believed for %s', (text) => expect(refusalOf(encode(text, 'utf-8'))).toBeUndefined());
});

const names = Array.from({ length: 300 }, (_, row) => `${row};Grün ${row};5\n`).join('');
const page = encode('x;Größe;5\n', 'windows-1252');
const table = Buffer.concat([Buffer.from(`id;n;q\n${names}`), page, Buffer.from(names)]);

describe('fault 6: a file that is UTF-8 but for some bytes', () => {
  it.each(['auto', 'windows-1252', 'cp850'])(
    'is told so under %s, and offered no page',
    (declared) => {
      const { code, rule, remedy } = refusalOf(table, declared) ?? {};
      expect(code).toBe('FILE_ENCODING');
      expect(rule).toMatch(/is UTF-8 except for 2 bytes, the first of them F6 .* line 302\.$/);
      expect(remedy).toMatch(
        /^Set encoding: of the source to utf-8, which reads "Grün 0", "Grün 1"/,
      );
      expect(remedy).not.toMatch(/1252|cp850/);
    },
  );

  it('declared as UTF-8 has only the rows with such bytes rejected', async () => {
    const { rows, complaints, refusal } = await readAll(csv, table, { encoding: 'utf-8' });
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(600);
    expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 302 }]);
  });

  it('is refused where its header has such a byte', async () => {
    const bytes = Buffer.concat([encode('id;Größe;q\n', 'windows-1252'), Buffer.from(names)]);
    const { refusal } = await readAll(csv, bytes, { encoding: 'utf-8' });
    expect(refusal).toMatchObject({ code: 'FILE_ENCODING', row: 1 });
  });

  it('is refused as XML, which has no rows, and not sent to a code page', async () => {
    const record = Buffer.from('<p><n>Grün</n></p>'.repeat(50));
    const wrong = encode('<p><n>Größe</n></p>', 'windows-1252');
    const document = Buffer.concat([Buffer.from('<r>'), record, wrong, Buffer.from('</r>')]);
    for (const encoding of ['auto', 'utf-8']) {
      const { refusal } = await readAll(xml, document, { path: 'p', encoding });
      expect(refusal?.rule).toContain('UTF-8 except for 2 bytes');
      expect(refusal?.remedy).toBe(
        'Let the ERP write all of it as UTF-8, which reads "Grün"; a code page would read everything else wrong.',
      );
    }
  });

  it('is not what a code page with few letters is', () => {
    const bytes = encode('1;Grün\n2;Öl\n3;Maß\n', 'windows-1252');
    expect(refusalOf(bytes)?.remedy).toMatch(/write UTF-8\. windows-1252/);
    expect(refusalOf(bytes, 'utf-8')?.rule).toContain('means nothing there');
  });
});

it('fault 6: names the declared page first where it fits all but a few bytes', () => {
  const bytes = encode(`${names}x;Gr?n\n`, 'windows-1252');
  bytes[bytes.length - 3] = 0x81;
  expect(refusalOf(bytes, 'windows-1252')?.remedy).toMatch(
    /^If windows-1252 reads the other values right, as "Grün 0", "Grün 1", "Grün 2", correct this one/,
  );
});

it('fault 6: shows a long value up to the border of a character', () => {
  const bytes = encode('1;Болт оцинкованный метрический\n', 'utf-8');
  expect(refusalOf(bytes, 'windows-1251')?.remedy).toContain('utf-8: "Болт оцинкованн"');
});
