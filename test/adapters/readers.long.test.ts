import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAdapters } from '../../adapters/readers.ts';
import type { AdapterOptions, ReadAdapter } from '../../src/domain/adapter.ts';
import { codes } from '../../src/domain/codes.ts';
import { hasRealData, readAll, realData, realFile } from './text/reading.ts';

const formats = ['csv', 'fixed', 'xlsx', 'json', 'ndjson', 'dbf'] as const;
const layout: AdapterOptions = { columns: [{ name: 'a', start: 1, length: 10 }] };

function adapterOf(format: string): ReadAdapter {
  const adapter = readAdapters[format];
  if (!adapter) throw new Error(`There is no adapter for ${format}.`);
  return adapter;
}

describe('read adapters', () => {
  it.each(formats)('%s is there by its name', (format) => {
    expect(readAdapters[format]).toBeDefined();
  });

  it.each(formats)(
    '%s: any bytes end in rows or in complaints that say what to do',
    { timeout: 60_000 },
    async (format) => {
      const marks = [
        'PK\x03\x04',
        '[{"a":',
        '"',
        ',',
        ';',
        '\r',
        '\n',
        '\0',
        '{}',
        ']',
        'é',
        '<?xml',
      ];
      const part = fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc.constantFrom(...marks).map((mark) => Buffer.from(mark, 'latin1')),
      );
      const files = fc.array(part, { maxLength: 12 }).map((parts) => Buffer.concat(parts));
      const encoding = fc.constantFrom('auto', 'utf-8', 'windows-1252', 'utf-16le', 'cp850');
      await fc.assert(
        fc.asyncProperty(files, encoding, async (bytes, declared) => {
          const read = await readAll(adapterOf(format), bytes, { ...layout, encoding: declared });
          for (const complaint of [...read.complaints, read.refusal ?? []].flat()) {
            expect(codes[complaint.code]).toBeDefined();
            expect(complaint.file).toBe('a.csv');
            expect(complaint.rule).toMatch(/\.$/);
            expect(complaint.remedy.length).toBeGreaterThan(10);
          }
        }),
        { numRuns: 400 },
      );
    },
  );
});

describe.skipIf(!hasRealData())(
  'read adapters over all real files (skipped where ../shared/data is missing)',
  () => {
    const files = hasRealData()
      ? ['products', 'hostile', 'pictures'].flatMap((folder) =>
          readdirSync(new URL(`${folder}/`, realData), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => `${entry.parentPath}/${entry.name}`),
        )
      : [];

    it.each(formats)(
      '%s: every file, whatever it is, ends in rows or in a complaint',
      { timeout: 120_000 },
      async (format) => {
        expect(files.length).toBeGreaterThan(90);
        for (const path of files) {
          const read = await readAll(adapterOf(format), realFile(path), layout);
          expect(read.reader !== undefined || read.refusal !== undefined).toBe(true);
        }
      },
    );
  },
);
