import { describe, expect, it } from 'vitest';
import { missedNames } from '../../src/files/near-miss.ts';

const missed = (files: string, names: readonly string[], but: readonly string[] = []) =>
  missedNames({ files, but }, names, false).map(({ name, by }) => `${name} ${by}`);

describe('a name that a glob just misses', () => {
  it.each([
    ['a*.csv', 'a1.csv.gz', 'packing'],
    ['a*.csv', 'a1.csv.zip', 'packing'],
    ['a*.csv.gz', 'a1.csv', 'packing'],
    ['a*.csv.gz', 'a1.csv.zip', 'packing'],
    ['a*.csv', 'A1.CSV.GZ', 'packing'],
    ['a*.csv', 'A1.CSV', 'capitals'],
    ['a*.csv', 'a1.csv.tmp', 'temporary'],
    ['a*', 'a1.csv.tmp', 'temporary'],
    ['a*.csv', 'a1.csv.gz.part', 'temporary'],
    ['a*.csv', 'a1.txt', 'ending'],
    ['a*.csv', 'A1.txt.gz', 'ending'],
    ['*.csv', 'a1.txt', 'ending'],
  ])('of %s is %s by its %s', (files, name, by) => {
    expect(missed(files, [name])).toEqual([`${name} ${by}`]);
  });

  it.each([
    ['a*.csv', 'b1.txt'],
    ['a*.csv', 'a1'],
    ['a*.csv', '.a1.csv'],
    ['a*.csv', '~$a1.csv'],
    ['*.csv', 'photo.jpg'],
    ['*.csv', 'readme.csv.ok'],
    ['a', 'a.txt'],
  ])('of %s is not %s', (files, name) => {
    expect(missed(files, [name])).toEqual([]);
  });

  it('is none where some name fits, nor one that is of something else', () => {
    expect(missed('a*.csv', ['a1.csv', 'a1.csv.gz'])).toEqual([]);
    expect(missed('a*.csv', ['a1.csv.gz', 'a2.txt'], ['*.gz'])).toEqual(['a2.txt ending']);
  });

  it('is first the one that is surely meant, and of these the last by name', () => {
    const names = ['A1.CSV', 'a1.csv.gz', 'a1.txt', 'a2.csv.gz', 'a3.csv.tmp'];
    expect(missed('a*.csv', names)).toEqual([
      'a2.csv.gz packing',
      'a1.csv.gz packing',
      'A1.CSV capitals',
      'a3.csv.tmp temporary',
      'a1.txt ending',
    ]);
  });
});
