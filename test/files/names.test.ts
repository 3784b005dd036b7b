import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acknowledgedBy,
  fillName,
  isOrderFileName,
  isTemporaryName,
  matchNames,
  numberedName,
  openInOffice,
  templateGlob,
} from '../../src/files/names.ts';

describe('matchNames', () => {
  const cases: readonly [pattern: string, name: string, fits: boolean][] = [
    ['artikel*.csv', 'artikel.csv', true],
    ['artikel*.csv', 'artikel_2026-01-01.csv', true],
    ['artikel*.csv', 'ARTIKEL.CSV', false],
    ['artikel*.csv', 'bestand.csv', false],
    ['artikel*.csv', 'artikel.csv.bak', false],
    ['*.{csv,txt}', 'preise.txt', true],
    ['artikel?.csv', 'artikel1.csv', true],
    ['artikel[0-9].csv', 'artikelx.csv', false],
    ['preise (*).csv', 'preise (1).csv', true],
    ['preise (*).csv', 'preise 1.csv', false],
    ['!artikel.csv', 'bestand.csv', false],
    ['größe*.csv', 'gro\u0308ße 1.csv'.normalize('NFD'), true],
    ['*.csv', 'zwei\nzeilen.csv', true],
    ['artikel[!0-9].csv', 'artikelx.csv', true],
    ['[^a-c]*.csv', 'b.csv', false],
    ['a[.]b.csv', 'axb.csv', false],
    ['[Export] *.csv', '[Export] 1.csv', true],
    ['artikel [neu]*.csv', 'artikel n1.csv', true],
    ['[!a].csv', '[!a].csv', false],
    ['*.{csv,{txt,tx?}}', 'preise.txa', true],
    ['{A*-,}preise.csv', 'AB-preise.csv', true],
    ['{A*-,}preise.csv', 'preise.csv', true],
    ['teil{1..3}.csv', 'teil2.csv', true],
    ['{3F25,04E0}.csv', '04E0.csv', true],
    ['{3F25-04E0}.csv', '{3F25-04E0}.csv', true],
    ['a+b$^|#.csv', 'a+b$^|#.csv', true],
    ['preise, neu{.csv', 'preise, neu{.csv', true],
    ['stern\\*.csv', 'stern*.csv', true],
    ['stern\\*.csv', 'sterne.csv', false],
    ['[z-a].csv', 'b.csv', false],
    ['[a\\-c].csv', 'b.csv', false],
    ['[a\\-c].csv', '-.csv', true],
    ['😀?.csv', '😀😀.csv', true],
  ];
  it.each(cases)('%s and %j: %s', (pattern, name, fits) => {
    expect(matchNames([pattern], false)(name)).toBe(fits);
  });

  it('ignores case where the file system does', () => {
    expect(matchNames(['Artikel*.csv'], true)('ARTIKEL ÄÖ.CSV')).toBe(true);
    expect(matchNames(['größe.csv'], true)('GRÖßE.CSV')).toBe(true);
  });

  it('fault 14: answers at once, however many stars a pattern has', () => {
    expect(matchNames(['*a'.repeat(60)], false)(`${'a'.repeat(250)}.csv`)).toBe(false);
  });

  it('fits when one of several patterns does', () => {
    const fits = matchNames(['a*.csv', 'b*.csv'], false);
    expect(['a.csv', 'b.csv', 'c.csv'].filter(fits)).toEqual(['a.csv', 'b.csv']);
  });
});

describe('isTemporaryName', () => {
  it.each([
    '~$artikel.xlsx',
    '.~lock.artikel.ods#',
    'artikel.csv.tmp',
    'artikel.TMP',
    'artikel.part',
    'artikel.csv.filepart',
    'artikel.crdownload',
    '.artikel.csv',
  ])('%s is temporary', (name) => expect(isTemporaryName(name)).toBe(true));

  it.each(['artikel.csv', 'tmp.csv', 'part', 'a~$b.xlsx', 'artikel.tmp.csv'])(
    '%s is a file like others',
    (name) => expect(isTemporaryName(name)).toBe(false),
  );
});

it('tells which file an Office program holds open', () => {
  expect(openInOffice('~$artikel.xlsx')).toBe('artikel.xlsx');
  expect(openInOffice('.~lock.artikel.ods#')).toBe('artikel.ods');
  expect(openInOffice('artikel.xlsx')).toBeUndefined();
});

describe('isOrderFileName', () => {
  it.each([
    '000000412-10231-0a1b2c3d.json',
    '999999999-9223372036854775807-ffffffff.xlsx',
    '000000001-1-00000000.edi',
  ])('%s is an order file', (name) => expect(isOrderFileName(name)).toBe(true));

  it.each([
    '..\\..\\x',
    '../000000412-10231-0a1b2c3d.json',
    'CON',
    'nul.txt',
    'a:b',
    '000000412-10231-0a1b2c3d.json ',
    '000000412-10231-0a1b2c3d.json.',
    '000000412-10231-0a1b2c3d.json:stream',
    '000000412-10231-0a1b2c3d.json\n',
    '00000412-10231-0a1b2c3d.json',
    '000000412-10231-0A1B2C3D.json',
    '000000412-102310000000000000000-0a1b2c3d.json',
    '000000412--1-0a1b2c3d.json',
    '٠٠٠٠٠٠٤١٢-1-0a1b2c3d.json',
    '000000412-1-0a1b2c3d.exe',
  ])('fault 76: %j is none', (name) => expect(isOrderFileName(name)).toBe(false));

  it('fault 76: no single character can be smuggled into an order file name', () => {
    const name = '000000412-10231-0a1b2c3d.json';
    const positions = fc.integer({ min: 0, max: name.length });
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        positions,
        (text, at) => {
          const smuggled = name.slice(0, at) + text + name.slice(at);
          expect(isOrderFileName(smuggled)).toBe(/^[0-9]$/.test(text) && at > 9 && at < 16);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

it('knows the order file that an acknowledgement speaks of', () => {
  expect(acknowledgedBy('000000412-1-0a1b2c3d.json.ack')).toBe('000000412-1-0a1b2c3d.json');
  expect(acknowledgedBy('000000412-1-0a1b2c3d.json')).toBeUndefined();
  expect(acknowledgedBy('anything.ack')).toBeUndefined();
});

describe('numberedName', () => {
  const cases: readonly [name: string, taken: string[], free: string][] = [
    ['befehle.csv', [], 'befehle.csv'],
    ['befehle.csv', ['befehle.csv'], 'befehle.2.csv'],
    ['befehle.csv', ['befehle.csv', 'befehle.2.csv'], 'befehle.3.csv'],
    ['befehle.csv', ['befehle.csv', 'befehle.3.csv'], 'befehle.2.csv'],
    ['befehle.csv', ['BEFEHLE.CSV'], 'befehle.2.csv'],
    ['befehle.csv.receipt.csv', ['befehle.csv.receipt.csv'], 'befehle.csv.receipt.2.csv'],
    ['befehle', ['befehle'], 'befehle.2'],
  ];
  it.each(cases)('%s beside %j becomes %s', (name, taken, free) => {
    expect(numberedName(name, taken)).toBe(free);
  });
});

it('fills a template with the name, and finds such files before the name is known', () => {
  expect(fillName('{name}.ok', 'artikel.csv')).toBe('artikel.csv.ok');
  expect(fillName('{stem}.dbt', 'artikel.dbf')).toBe('artikel.dbt');
  expect(fillName('fertig.flag', 'artikel.csv')).toBe('fertig.flag');
  expect(fillName('{name}.ok', '$&.csv')).toBe('$&.csv.ok');
  expect(matchNames([templateGlob('{name}.ok')], false)('artikel.csv.ok')).toBe(true);
});
