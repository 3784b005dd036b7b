import { describe, expect, it } from 'vitest';
import {
  attributesPerElementMax,
  charactersPerRecordMax,
  columnNameCharactersMax,
  columnsMax,
  depthMax,
  elementsPerRecordMax,
} from '../../../adapters/xml/limits.ts';
import { xml } from '../../../adapters/xml/read.ts';
import { cpuMs, fileOf, reading, realFile, realFilesExist } from './reading.ts';

const complaintWithinMs = 1_000;

async function timed(content: string | Uint8Array, path = 'product') {
  const started = cpuMs();
  const result = await reading(xml, [fileOf('hostile.xml', content)], { path });
  return { ...result, tookMs: cpuMs() - started };
}

const subset = '<!DOCTYPE c [<!ENTITY a "1234567890">]>';

it('fault 13: a file larger than any export is refused before it is read, as a text is', async () => {
  const file = { ...fileOf('hostile.xml', '<c/>'), size: 4 * 1024 ** 3 + 1 };
  const { refusal } = await reading(xml, [file], { path: 'product' });
  expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', file: 'hostile.xml' });
});

describe('document types', () => {
  it('fault 11: a DOCTYPE with an internal subset is refused before the body is parsed', async () => {
    const { rows, refusal } = await timed(`${subset}<c><product>1</product></c>`);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_DOCTYPE', file: 'hostile.xml' });
  });

  it('fault 11: it is refused even where it declares nothing, or follows an external name', async () => {
    const table = [
      '<!DOCTYPE c []>',
      '<!DOCTYPE c SYSTEM "x.dtd" []>',
      "<!DOCTYPE c PUBLIC '-//[x' \"y\" [ <!-- ' --> ]>",
    ];
    for (const doctype of table) {
      const { refusal } = await timed(`<!-- first --><?pi?>${doctype}<c><product/></c>`);
      expect(refusal?.code).toBe('FILE_DOCTYPE');
    }
  });

  it('fault 11: a DOCTYPE that only names an external DTD is accepted and nothing is loaded', async () => {
    const table = [
      '<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog.dtd">',
      '<!DOCTYPE c PUBLIC "-//A//[B]//EN" "http://127.0.0.1:9/never[asked].dtd">',
      '<!DOCTYPE c>',
    ];
    for (const doctype of table) {
      const { rows, refusal } = await timed(`${doctype}<c><product><n>1</n></product></c>`);
      expect(refusal).toBeUndefined();
      expect(rows).toEqual([{ n: '1' }]);
    }
  });

  it('fault 11: a billion laughs ends in a complaint within a second', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `<!ENTITY e${level + 1} "&e${level};&e${level};">`,
    );
    const { refusal, tookMs } = await timed(
      `<!DOCTYPE c [<!ENTITY e0 "ha">${levels.join('')}]><c><product>&e30;</product></c>`,
    );
    expect(refusal?.code).toBe('FILE_DOCTYPE');
    expect(tookMs).toBeLessThan(complaintWithinMs);
  });

  it('no entity of a DTD is expanded, not even one that the parser would know from HTML', async () => {
    const { refusal } = await timed('<!DOCTYPE c SYSTEM "x.dtd"><c><product>&copy;</product></c>');
    expect(refusal?.code).toBe('FILE_STRUCTURE');
  });
});

describe('limits', () => {
  const product = (inside: string) => `<c><product>${inside}</product></c>`;
  const flood = '&#65;'.repeat(charactersPerRecordMax / 4);
  const table: readonly (readonly [string, string, string])[] = [
    [
      'a flood of numbered characters',
      product(flood),
      `longer than ${charactersPerRecordMax} characters`,
    ],
    [
      'one endless text',
      product('x'.repeat(charactersPerRecordMax * 2)),
      `longer than ${charactersPerRecordMax} characters`,
    ],
    [
      'one endless comment',
      product(`<!--${'x'.repeat(charactersPerRecordMax * 2)}-->`),
      `longer than ${charactersPerRecordMax} characters`,
    ],
    [
      'one endless attribute',
      `<c><product a="${'x'.repeat(charactersPerRecordMax * 2)}"/></c>`,
      `longer than ${charactersPerRecordMax} characters`,
    ],
    [
      'one endless name',
      `<c><${'x'.repeat(charactersPerRecordMax * 2)}/></c>`,
      `longer than ${charactersPerRecordMax} characters`,
    ],
    [
      'many texts in one record',
      product(`<a>${'x'.repeat(1_000_000)}</a>`.repeat(5)),
      `<product> number 1 has more than ${charactersPerRecordMax} characters`,
    ],
    [
      'one text that many elements around it repeat',
      product(`${'<a>x'.repeat(40)}${'x'.repeat(charactersPerRecordMax / 4)}${'</a>'.repeat(40)}`),
      `<product> number 1 has more than ${charactersPerRecordMax} characters`,
    ],
    [
      'many elements in one record',
      product('<a><b><c><d><e/></d></c></b></a>'.repeat(elementsPerRecordMax / 5)),
      `<product> number 1 has more than ${elementsPerRecordMax} elements`,
    ],
    ['deep nesting', `<c>${'<a>'.repeat(200_000)}`, `deeper than ${depthMax} levels`],
    [
      'many attributes',
      `<c><product ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/></c>`,
      `more than ${attributesPerElementMax} attributes`,
    ],
    [
      'many columns',
      `<c>${Array.from({ length: columnsMax / 100 + 1 }, (_, index) => `<product>${Array.from({ length: 100 }, (_, nth) => `<a${index}.${nth}/>`).join('')}</product>`).join('')}</c>`,
      `more than ${columnsMax} different columns`,
    ],
    [
      'a column with an endless name',
      product(`<${'n'.repeat(columnNameCharactersMax + 1)}/>`),
      `longer than ${columnNameCharactersMax} characters`,
    ],
  ];
  it.each(table)(
    'fault 11: %s ends in a complaint within a second',
    async (_what, content, rule) => {
      const { refusal, tookMs } = await timed(content);
      expect(refusal?.code).toBe('FILE_TOO_LARGE');
      expect(refusal?.rule).toContain(rule);
      expect(tookMs).toBeLessThan(complaintWithinMs);
    },
  );

  it('fault 11: a tag with many long attributes is read within a second', async () => {
    const value = '\n>'.repeat(4_000);
    const long = Array.from({ length: 250 }, (_, nth) => `a${nth}="${value}"`).join(' ');
    const { rows, tookMs } = await timed(`<c><product ${long}/></c>`);
    expect(rows.length).toBe(1);
    expect(tookMs).toBeLessThan(complaintWithinMs);
  });

  it('fault 11: a flood of bare & is refused without a list of them', async () => {
    const content = product('&'.repeat(charactersPerRecordMax - 1_000));
    const { refusal, tookMs } = await timed(content);
    expect(refusal?.code).toBe('FILE_STRUCTURE');
    expect(tookMs).toBeLessThan(complaintWithinMs);
  });

  it('let a record pass that stands just inside them', async () => {
    const inside = '<a><b><c><d/></c></b></a>'.repeat(elementsPerRecordMax / 4 - 1);
    const elements = await timed(product(inside));
    expect(elements.refusal).toBeUndefined();
    expect(elements.columns).toHaveLength(elementsPerRecordMax / 4 - 1);
    const texts = await timed(product(`<a>${'x'.repeat(charactersPerRecordMax - 1)}</a>`));
    expect(texts.refusal).toBeUndefined();
    const references = await timed(product(`<a>${'&amp;'.repeat(charactersPerRecordMax / 5)}</a>`));
    expect(references.refusal).toBeUndefined();
    const deep = await timed(
      `<c>${'<product>'.repeat(depthMax - 1)}${'</product>'.repeat(depthMax - 1)}</c>`,
    );
    expect(deep.refusal).toBeUndefined();
  });

  it('hold for the list of elements that a file without a match is answered with', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `<e${index}/><e${index}/>`).join('');
    const { refusal, tookMs } = await timed(`<c>${many}</c>`);
    expect(refusal?.rule).toContain(
      'repeated in it: e0 (2), e1 (2), e2 (2), e3 (2), e4 (2) and 995 more.',
    );
    expect(tookMs).toBeLessThan(complaintWithinMs);
  });

  it('fault 10: names like __proto__ leave every prototype as it was', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const { rows } = await timed(
      '<c><product __proto__="1" constructor="2"><__proto__><polluted>3</polluted></__proto__></product></c>',
    );
    const row = Object.entries(rows[0] ?? {});
    expect(row).toEqual([
      ['@__proto__', '1'],
      ['@constructor', '2'],
      ['__proto__/polluted', '3'],
    ]);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect('polluted' in {}).toBe(false);
  });
});

describe.skipIf(!realFilesExist())('the hostile files that others collected', () => {
  const table: readonly (readonly [string, string, string | undefined])[] = [
    ['defusedxml_external.xml', 'root', 'FILE_DOCTYPE'],
    ['defusedxml_xmlbomb.xml', 'bomb', 'FILE_DOCTYPE'],
    ['pss_Xml_XEETestInvalidUTF-8.xml', 'root', 'FILE_DOCTYPE'],
    ['poi_poc-xmlbomb.xlsx', 'root', 'FILE_STRUCTURE'],
    ['poi_poi-fuzz.xls', 'root', 'FILE_STRUCTURE'],
    ['pss_CSV_empty.csv', 'root', 'FILE_EMPTY'],
    ['pss_CSV_contains_html.csv', 'root', 'FILE_STRUCTURE'],
  ];
  it.each(table)('%s with path %s ends in %s within a second', async (name, path, code) => {
    const started = cpuMs();
    const { rows, refusal } = await reading(xml, [realFile(`hostile/${name}`)], { path });
    expect(cpuMs() - started).toBeLessThan(complaintWithinMs);
    expect(rows).toEqual([]);
    expect(refusal?.code).toBe(code);
  });

  it('defusedxml_simple.xml is harmless and gives its two elements', async () => {
    const { rows, refusal } = await reading(xml, [realFile('hostile/defusedxml_simple.xml')], {
      path: 'element',
    });
    expect(refusal).toBeUndefined();
    expect(rows).toEqual([{ '@key': 'value', '.': 'text' }, { '.': 'text' }]);
  });
});
