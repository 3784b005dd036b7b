import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { ndjson } from '../../../adapters/json/ndjson.ts';
import { json } from '../../../adapters/json/read.ts';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import { xml } from '../../../adapters/xml/read.ts';
import type { AdapterFile, AdapterOptions, ReadAdapter } from '../../../src/domain/adapter.ts';
import { unpackingReaders } from '../../../src/unpacking.ts';
import { fileOf, readAll } from '../text/reading.ts';
import { book } from '../xlsx/zip.ts';

const twoGigabytes = 2 * 1024 ** 3;
/** What a reader may look at before it knows: its memory cannot be more than a few times this. */
const lookedAtMax = 40 * 1024 ** 2;
const memoryMax = 256 * 1024 ** 2;

/** A file that nobody has to write, and how far somebody has read in it. */
function sparse(
  size: number,
  head: string,
  filling: string,
): AdapterFile & { seen: { to: number } } {
  const seen = { to: 0 };
  const start = Buffer.from(head);
  return {
    name: 'bomb',
    size,
    seen,
    read(at, length) {
      const wanted = Math.max(0, Math.min(length, size - at));
      // The end of a file is looked at too; only a walk through it counts.
      if (at <= seen.to) seen.to = Math.max(seen.to, at + wanted);
      const bytes = Buffer.alloc(wanted, filling);
      if (at < start.length) start.copy(bytes, 0, at);
      return bytes;
    },
  };
}

interface Bomb {
  readonly what: string;
  readonly adapter: ReadAdapter;
  readonly head: string;
  readonly filling: string;
}

const bombs: readonly Bomb[] = [
  { what: 'one line of a CSV', adapter: csv, head: 'Code;Name\n', filling: 'x' },
  { what: 'one quoted field of a CSV', adapter: csv, head: 'Code;Name\n1;"', filling: 'x' },
  { what: 'the header of a CSV', adapter: csv, head: '', filling: 'x;' },
  { what: 'one line of NDJSON', adapter: ndjson, head: '{"a":"', filling: 'x' },
  { what: 'one text of JSON', adapter: json, head: '[{"a":"', filling: 'x' },
  { what: 'JSON that goes ever deeper', adapter: json, head: '[{"a":', filling: '[' },
  { what: 'one text of XML', adapter: xml, head: '<a><b>', filling: 'x' },
  { what: 'one tag of XML', adapter: xml, head: '<a><b x="', filling: 'x' },
  { what: 'XML that goes ever deeper', adapter: xml, head: '<a>', filling: '<b>' },
];

describe('bombs of two gigabytes', () => {
  it.each(bombs)(
    'fault 13: $what is refused after a few megabytes, its encoding being told by itself',
    async (bomb) => {
      const before = process.memoryUsage().rss;
      const file = sparse(twoGigabytes, bomb.head, bomb.filling);
      const options: AdapterOptions = bomb.adapter === xml ? { path: 'a/b' } : {};
      const { refusal } = await readAll(bomb.adapter, file, options);
      expect(refusal).toMatchObject({ file: 'bomb' });
      expect(refusal?.code).toMatch(/^FILE_(TOO_LARGE|STRUCTURE)$/);
      expect(refusal?.remedy.length).toBeGreaterThan(10);
      expect(file.seen.to).toBeLessThan(lookedAtMax);
      expect(process.memoryUsage().rss - before).toBeLessThan(memoryMax);
    },
  );
});

describe('bombs that grow', () => {
  const folder = tmpdir();

  it('fault 11: XML entities are refused before one is expanded', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
    );
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "ha">${entities.join('')}]><a><b>&e9;</b></a>`;
    const { refusal } = await readAll(xml, bomb, { path: 'a/b' });
    expect(refusal).toMatchObject({ code: 'FILE_DOCTYPE', file: 'a.csv' });
    expect(refusal?.remedy).toContain('DOCTYPE');
  });

  it('fault 12: a sheet that inflates without end is refused at its ratio', async () => {
    const rows = `<row r="1"><c t="str"><v>${' '.repeat(40 * 1024 ** 2)}`;
    const { refusal } = await readAll(xlsx, fileOf('bomb.xlsx', book({ rows })));
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', file: 'bomb.xlsx' });
  });

  it('fault 12: a packed file is never unpacked in a packed file', async () => {
    const inner = gzipSync(gzipSync(Buffer.alloc(1024 ** 2)));
    const readers = unpackingReaders({ csv }, folder);
    const { refusal } = await readAll(readers['csv']!, fileOf('a.csv.gz', inner));
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE' });
    expect(refusal?.rule).toContain('a gzip file');
  });
});
