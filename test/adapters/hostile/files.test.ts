import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAdapters } from '../../../adapters/readers.ts';
import { unpackingReaders } from '../../../src/unpacking.ts';
import { builtReader } from '../../support/built.ts';
import { hasRealData, readAll, realData, realFile } from '../text/reading.ts';

/** Inflated, the worst of these files is some gigabytes; reading them must never come near. */
const memoryMax = 256 * 1024 ** 2;

const readers: Record<string, (typeof readAdapters)[string]> = {
  ...unpackingReaders(readAdapters, tmpdir()),
  xls: builtReader('xls'),
  ods: builtReader('ods'),
};

/** Which formats could be declared for a file of this ending. */
const formatsOf: Readonly<Record<string, readonly string[]>> = {
  csv: ['csv'],
  txt: ['csv'],
  LICENSE: ['csv'],
  json: ['json', 'ndjson'],
  xml: ['xml', 'commerceml', 'bmecat', 'gdsn'],
  xlsx: ['xlsx'],
  xls: ['xls'],
  ods: ['ods'],
};

/** What each file must end in, where rows are not the right end. */
const refused: Readonly<Record<string, string>> = {
  'defusedxml_external.xml': 'FILE_DOCTYPE',
  'defusedxml_simple.xml': 'FILE_STRUCTURE',
  'defusedxml_xmlbomb.xml': 'FILE_DOCTYPE',
  'poi_clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-5636439151607808.xlsx': 'FILE_TRUNCATED',
  'poi_poc-xmlbomb.xlsx': 'FILE_DOCTYPE',
  'pss_XLS_pwtest.xls': 'FILE_STRUCTURE',
  'pss_CSV_empty.csv': 'FILE_EMPTY',
  'pss_CSV_premiere.win1252.csv': 'FILE_ENCODING',
};

describe.skipIf(!hasRealData())('hostile files (skipped where ../shared/data is missing)', () => {
  const names = hasRealData()
    ? readdirSync(new URL('hostile/', realData), { recursive: true, encoding: 'utf8' }).filter(
        (name) => /\.\w+$|LICENSE$/.test(name),
      )
    : [];
  let before = 0;
  beforeAll(() => {
    before = process.memoryUsage().rss;
  });

  it.each(names)('faults 11, 12 and 13: %s ends in rows or in a complaint', async (name) => {
    const ending = /\w+$/.exec(name)?.[0] ?? '';
    const base = name.split('/').at(-1) ?? '';
    const [first = ''] = formatsOf[ending] ?? [];
    for (const format of formatsOf[ending] ?? []) {
      const read = await readAll(readers[format]!, realFile(`hostile/${name}`));
      for (const complaint of [read.refusal ?? [], read.complaints].flat()) {
        expect(complaint.file).toBe(`hostile/${name}`);
        expect(complaint.rule).toMatch(/\.$/);
        expect(complaint.remedy.length).toBeGreaterThan(10);
      }
      if (format === first && refused[base] !== undefined) {
        expect(read.refusal?.code).toBe(refused[base]);
      }
      if (read.refusal === undefined) expect(read.reader?.columns).toBeDefined();
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(memoryMax);
  });

  it('names every ending that is there, so that no file is passed over', () => {
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) expect(formatsOf[/\w+$/.exec(name)?.[0] ?? ''], name).toBeDefined();
  });
});
