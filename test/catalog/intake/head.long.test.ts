import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { readAdapters } from '../../../adapters/readers.ts';
import { judgeHead } from '../../../src/catalog/intake/head.ts';
import type { SourceConfig } from '../../../src/catalog/terms/ports.ts';
import { systemClock } from '../../../src/clock.ts';

const mebibyte = 1024 ** 2;
const twoGigabytes = 2_000_000_000;

/** What is said of a file that begins so and goes on for two gigabytes. */
async function judged(format: string, head: Uint8Array | string, file: object = {}) {
  const bytes = Buffer.from(head);
  let read = 0;
  const files = {
    async readHead({ bytesMax }: { bytesMax: number }) {
      read = Math.min(bytesMax, bytes.length);
      return { bytes: bytes.subarray(0, bytesMax) };
    },
  };
  const source = {
    ...{ format, encoding: 'auto', delimiter: 'auto', quote: '"', headerRow: [1], companions: [] },
    path: format === 'xml' ? 'list/item' : undefined,
    columns: [{ name: 'id', start: 1, length: 5 }],
    mapping: { externalId: { from: { kind: 'columns', columns: ['id'] } } },
  } as unknown as SourceConfig;
  const entry = { name: 'big', size: twoGigabytes, ...file } as never;
  const deps = { adapters: readAdapters, clock: systemClock, files };
  return { complaint: await judgeHead(deps, source, [entry]), read };
}

const long = 'x'.repeat(13 * mebibyte);
const rows = (row: string) => row.repeat((13 * mebibyte) / row.length);

describe('judgeHead', () => {
  it.each([
    ['csv', `id;name\n1;${long}`, /^The row is longer than 4194304 bytes/],
    ['csv', `id;name\n1;"${long}`, /a quote that opens in it is not closed until then/],
    ['csv', Buffer.from(`\ufeffid;name\n1;${long}`, 'utf16le'), /^The row is longer/],
    ['fixed', long, /^The row is longer than 4194304 bytes/],
    ['ndjson', `{"id":"1"}\n{"id":"${long}`, /longer than|more than/],
    ['json', `[{"id":"1","name":"${long}`, /a text of more than 1048576 bytes/],
    ['json', `[{"id":"1","name":${'['.repeat(13 * mebibyte)}`, /more than 64 levels/],
    ['xml', `<list><item><id>${long}`, /longer than|more than/],
    ['xml', `<!DOCTYPE list [<!ENTITY a "b">]><list><item>${long}`, /DOCTYPE/],
  ])(
    'fault 13: %s %#: refuses two gigabytes by their first twelve megabytes',
    async (format, head, rule) => {
      const { complaint, read } = await judged(format, head);
      expect(complaint).toMatchObject({ file: 'big', rule: expect.stringMatching(rule) });
      expect(complaint?.remedy).not.toBe('');
      expect(read).toBeLessThanOrEqual(12 * mebibyte);
    },
  );

  it.each([
    ['csv', `id;name\n${rows('1;Schräubchen\n')}`],
    ['csv', `id;name\n${rows('1;"Schraube\n8 mm"\n')}`],
    ['csv', Buffer.from(`id;name\n${rows('1;Schräubchen\n')}`, 'latin1')],
    ['csv', Buffer.from(`\ufeffid;name\n${rows('1;Schräubchen😀\n')}`, 'utf16le')],
    ['json', `[${rows('{"id":"1","name":"Schräubchen"},')}`],
    ['ndjson', rows('{"id":"1","name":"Schräubchen"}\n')],
    ['xml', `<list>${rows(`<item><id>${'1'.repeat(1_000)}</id></item>`)}`],
    ['fixed', rows('1    Schräubchen\n')],
  ])('%s %#: finds no fault in a file that the cut has halved', async (format, head) => {
    expect((await judged(format, head)).complaint).toBeUndefined();
  });

  it('reads nothing of files that cost little to copy, or that are read from their end', async () => {
    expect(await judged('csv', long, { size: 511 * mebibyte })).toEqual({ read: 0 });
    expect(await judged('xlsx', long)).toEqual({ read: 0 });
  });

  it('leaves what is packed to those who unpack it', async () => {
    const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]);
    expect((await judged('csv', packed)).complaint).toBeUndefined();
  });
});
