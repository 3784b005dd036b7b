import { describe, expect, it } from 'vitest';
import { detectEncoding } from '../../../adapters/text/detect.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { guessedPages } from '../../../adapters/text/guess.ts';
import type { CodePage } from '../../../src/domain/encoding.ts';
import { fileOf } from './reading.ts';

/** Ten rows of each name, as a list of spare parts has them. */
function listOf(names: readonly string[]): string {
  return names.map((name, at) => `A${at};Filter ${name} Pumpe rot lang Set\n`.repeat(10)).join('');
}

function isRefused(text: string, written: CodePage, declared: CodePage): boolean {
  return 'refusal' in detectEncoding(fileOf('a.csv', encode(text, written)), declared);
}

const lists = [
  ['Citroën', 'Jøtul'],
  ['Citroën', 'Jøtul', 'Škoda'],
  ['densità', 'Citroën', 'Jøtul'],
  ['Säge', 'Schlüssel', 'Größe', 'Citroën', 'Jøtul', 'Škoda'],
  ['Røde', 'Hermès'],
  ['Kåhrs', 'Garçon'],
];

describe('fault 6: brands of other languages', () => {
  it.each(lists)('refuse no list that is rightly declared: %s, %s', (...names) => {
    expect(isRefused(listOf(names), 'windows-1252', 'windows-1252')).toBe(false);
  });

  it.each(lists)('let init propose the page that reads them all: %s, %s', (...names) => {
    expect(guessedPages(encode(listOf(names), 'windows-1252')).pages[0]).toBe('windows-1252');
  });

  it('hide no other page where most words have letters beyond ASCII', () => {
    const croatian = 'A1;Ključ\nA2;Čekić\nA3;Ležaj\nA4;Žuti vijak\nA5;Kućište\nA6;Držač\n';
    expect(isRefused(croatian, 'windows-1250', 'windows-1252')).toBe(true);
  });

  it('hide no other page whose words are none here', () => {
    const names = ['Łożysko', 'Śruba', 'Wąż', 'Źródło', 'Żółty'];
    expect(isRefused(listOf(names), 'windows-1250', 'windows-1252')).toBe(true);
  });
});
