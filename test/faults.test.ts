import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const catalogue = path.resolve(root, '../shared/faults.md');
const hasCatalogue = fs.existsSync(catalogue) || Boolean(process.env['CI']);

/** The numbered lines of section 2; those of other sections are findings. */
function faultsIn(text: string): readonly number[] {
  const section = text.split(/^## /m).find((part) => part.startsWith('2. ')) ?? '';
  return [...section.matchAll(/\n(\d+)\. /g)].map(([, number]) => Number(number)).sort(byNumber);
}

/** "fault 27", "faults 26, 63 and 75", "faults 11 to 13". What is no comment, which would prove nothing, is a text. */
function faultsNamed(source: string): readonly number[] {
  const code = source.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/.*$/gm, '');
  const named = /\bfaults? (\d+(?:(?:, | and | to |–)\d+)*)/g;
  return [...code.matchAll(named)].flatMap(([, list = '']) => numbersOf(list));
}

function numbersOf(list: string): readonly number[] {
  return list.split(/, | and /).flatMap((part) => {
    const [from = 0, to = from] = part.split(/ to |–/).map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

const byNumber = (a: number, b: number): number => a - b;

describe('the catalogue of faults', () => {
  it.skipIf(!hasCatalogue)(
    'has a test for each line, named with its number (skipped where ../shared/faults.md is missing)',
    () => {
      const faults = faultsIn(fs.readFileSync(catalogue, 'utf8'));
      expect([faults.length, faults[0], faults.at(-1)]).toEqual([140, 1, 140]);
      const files = fs
        .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && file !== 'faults.test.ts');
      const named = new Set(
        files.flatMap((file) =>
          faultsNamed(fs.readFileSync(path.join(root, 'test', file), 'utf8')),
        ),
      );
      const missing = faults.filter((fault) => !named.has(fault));
      expect(missing).toEqual([]);
      expect([...named].filter((fault) => !faults.includes(fault))).toEqual([]);
    },
  );

  it('is read in each form in which a title names its lines, and not from a comment', () => {
    const title = (text: string): string => `it('${text}: is told', () => undefined);`;
    expect(faultsNamed(title('fault 27'))).toEqual([27]);
    expect(faultsNamed(title('faults 26, 63 and 75'))).toEqual([26, 63, 75]);
    expect(faultsNamed(title('faults 11 to 13'))).toEqual([11, 12, 13]);
    expect(faultsNamed('// fault 27\n/** fault 28 */')).toEqual([]);
  });
});
