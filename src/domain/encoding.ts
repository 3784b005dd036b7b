import { nearest } from './nearest.ts';

/** Pages of one byte a character that keep ASCII in place, so that rows can be cut on bytes. */
export const codePages = [
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254'],
  ...['windows-1255', 'windows-1256', 'windows-1257', 'windows-1258'],
  ...['iso-8859-1', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6'],
  ...['iso-8859-7', 'iso-8859-8', 'iso-8859-9', 'iso-8859-10', 'iso-8859-11', 'iso-8859-13'],
  ...['iso-8859-14', 'iso-8859-15', 'iso-8859-16'],
  ...['cp437', 'cp737', 'cp775', 'cp850', 'cp852', 'cp855', 'cp857', 'cp858', 'cp860'],
  ...['cp861', 'cp862', 'cp863', 'cp865', 'cp866', 'cp869'],
  ...['koi8-r', 'koi8-u', 'macintosh'],
] as const;

/** Every encoding that an export may declare, by the name that Stockhand shows. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...codePages] as const;

export type Encoding = (typeof encodings)[number];
export type CodePage = (typeof codePages)[number];

/** Spellings that no rule below finds. */
const otherNames: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['ansi', 'windows-1252'],
  ['ascii', 'utf-8'],
  ['usascii', 'utf-8'],
  ['utf8sig', 'utf-8'],
  ['utf8bom', 'utf-8'],
  ['utf16', 'utf-16le'],
  ['ucs2', 'utf-16le'],
  ['unicode', 'utf-16le'],
  ['latin1', 'iso-8859-1'],
  ['latin2', 'iso-8859-2'],
  ['latin5', 'iso-8859-9'],
  ['latin9', 'iso-8859-15'],
  ['cyrillic', 'iso-8859-5'],
  ['greek', 'iso-8859-7'],
  ...(['mac', 'macroman', 'xmacroman', 'cp10000'] as const).map(
    (name) => [name, 'macintosh'] as const,
  ),
]);

const numberPrefixes = /^(?:windows|win|cp|ibm|dos|oem|xcp|mswin)/;

/**
 * The encoding behind a name as people and ERPs spell it (`CP1252`, `latin1`, `ANSI`, `IBM850`); undefined if unknown.
 */
export function encodingNamed(name: string): Encoding | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const number = plain.replace(numberPrefixes, '');
  return (
    otherNames.get(plain) ??
    encodings.find((encoding) => {
      const bare = encoding.replaceAll('-', '');
      return bare === plain || bare === `windows${number}` || bare === `cp${number}`;
    })
  );
}

/** The sentence about a name that stands for none of them, with the one that was probably meant. `also`: other words. */
export function unknownEncoding(name: string, also: readonly string[] = []): string {
  const meant = nearest(name, [...also, ...encodings]);
  const hint = meant === undefined ? '' : ` - did you mean ${meant}?`;
  return `must be ${also.map((word) => `${word}, `).join('')}utf-8, utf-16le, utf-16be, windows-1250 to 1258, iso-8859-1 to 16, koi8-r, koi8-u, macintosh or a code page of DOS such as cp437, cp850 or cp866${hint}`;
}
