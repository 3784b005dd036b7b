import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const tests = path.resolve(import.meta.dirname, '..');
const lines = 44;

/** The numbers that titles of tests name: `quirk 17: …`, `quirks 15 and 25: …`. */
function numbersIn(text: string): number[] {
  const titles = text.matchAll(/['"`]quirks? (\d+(?:(?:, | and )\d+)*):/g);
  return [...titles].flatMap(([, numbers = '']) => numbers.split(/, | and /).map(Number));
}

it('every line of the list of quirks has a test that is named by its number', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' });
  const named = new Set(
    files
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => numbersIn(readFileSync(path.join(tests, name), 'utf8'))),
  );
  // Line 5 is about dBase alone: nothing is to be shown while no reader reads it.
  const isDbaseRead = existsSync(path.join(tests, '../adapters/dbf'));
  const numbers = Array.from({ length: lines }, (_, index) => index + 1);
  const wanted = numbers.filter((number) => number !== 5 || isDbaseRead);
  expect(wanted.filter((number) => !named.has(number))).toEqual([]);
});
