import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { book } from '../adapters/xlsx/zip.ts';
import { erpOf } from '../support/erp.ts';
import type { Daemon } from '../support/program.ts';
import { inScene, ordersByFile, type Scene, timeout, webhookSecret } from '../support/scene.ts';
import { until } from '../support/until.ts';

/**
 * Two gigabytes, `BOMB_BYTES=2000000000`, are the real thing; larger files are not even taken. The suite drops just
 * more than a row may hold.
 */
const lineBytes = Number(process.env['BOMB_BYTES'] ?? 6 * 1024 ** 2);
const waitMs = 60_000 + lineBytes / 10_000;
/** What the bombs may cost beside an idle daemon, all of them together. */
const memoryMax = 256 * 1024 ** 2;

/** Each with a field of its own: no two sources may map the same. */
const source = (files: string, field: string, format: string): string =>
  `    - { name: ${field}, folder: ./out, files: "${files}", stable: { quiet: 0s }, format: ${format}, mapping: { externalId: id, ${field}: name } }\n`;

const catalog = `
catalog:
  sources:
${source('*.xml', 'brand', 'xml, path: list/item')}${source('*.xlsx', 'categorySlug', 'xlsx')}${source('*.json', 'barcode', 'json')}${source('*.gz', 'description', 'csv')}${source('*.txt', 'unitOfMeasure', 'csv')}${source('*.csv', 'name', 'csv')}`;

function entities(): string {
  const more = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
  );
  return `<!DOCTYPE list [<!ENTITY e0 "ha">${more.join('')}]><list><item><id>1</id><name>&e9;</name></item></list>`;
}

/** What the page must say of each: where, why, and what to do. */
const bombs: readonly {
  readonly source: string;
  readonly file: string;
  readonly content: () => string | Uint8Array;
  readonly cause: RegExp;
  readonly fix: RegExp;
}[] = [
  {
    source: 'brand',
    file: 'a.xml',
    content: entities,
    cause: /^a\.xml: .*DOCTYPE with declarations of its own/,
    fix: /Export without a DOCTYPE/,
  },
  {
    source: 'categorySlug',
    file: 'b.xlsx',
    content: () => book({ rows: `<row r="1"><c t="str"><v>${' '.repeat(40 * 1024 ** 2)}` }),
    cause: /^b\.xlsx: .*more than 2097152 bytes between two tags/,
    fix: /^Split the workbook, or export as CSV/,
  },
  {
    source: 'barcode',
    file: 'c.json',
    content: () => `[{"id":"1","name":${'['.repeat(100_000)}`,
    cause: /^c\.json.*64/,
    fix: /^Split the export, or correct path: of the source/,
  },
  {
    source: 'description',
    file: 'd.csv.gz',
    content: () => gzipSync(Buffer.alloc(40 * 1024 ** 2, ' ')),
    cause: /^d\.csv\.gz.*250 times/,
    fix: /^Split the export/,
  },
];

function writeLine(scene: Scene): void {
  const descriptor = fs.openSync(scene.path('out/e.txt.part'), 'w');
  const part = Buffer.alloc(1024 ** 2, 'x');
  fs.writeSync(descriptor, 'id;name\n1;');
  for (let written = 0; written < lineBytes; written += part.length) fs.writeSync(descriptor, part);
  fs.closeSync(descriptor);
  fs.renameSync(scene.path('out/e.txt.part'), scene.path('out/e.txt'));
}

/** The most memory that the process ever had, in bytes; undefined where the system does not say it. */
function peakOf(pid: number): number | undefined {
  const status = `/proc/${pid}/status`;
  const kilobytes = fs.existsSync(status) && /VmHWM:\s+(\d+)/.exec(fs.readFileSync(status, 'utf8'));
  return kilobytes ? Number(kilobytes[1]) * 1024 : undefined;
}

function needOf(daemon: Daemon, name: string) {
  return until(
    `somebody is told of ${name}`,
    async () => (await daemon.facts()).needsYou.find(({ id }) => id.includes(`refused-${name}`)),
    waitMs,
  );
}

describe('bombs in the folder of a running daemon', () => {
  it(
    'faults 11, 12 and 13: end in complaints within bounds, while an order, another export and /healthz go on',
    inScene({ catalog, orders: ordersByFile }, async (scene) => {
      const daemon = await scene.daemon();
      const endpoint = { url: daemon.webhooks, secret: webhookSecret };
      await scene.market.sandbox.control('POST', '/sandbox/webhooks', endpoint);
      scene.write('out/small.csv', 'id;name\n1;one\n');
      await until('the small export is there', async () => (await scene.market.products()).length);
      const before = peakOf(daemon.pid);

      for (const { file, content } of bombs) scene.write(`out/${file}`, content());
      writeLine(scene);
      scene.write('out/small.csv', 'id;name\n1;one\n2;two\n');
      const [order] = await scene.orders();
      await erpOf(scene).filesOf(order!.id, 1);
      expect(await daemon.healthz()).toBe(200);
      await until(
        'the other export has arrived',
        async () => (await scene.market.products()).length === 2,
        waitMs,
      );
      for (const { source: name, cause, fix } of bombs) {
        const need = await needOf(daemon, name);
        expect(need.cause).toMatch(cause);
        expect(need.fix).toMatch(fix);
      }
      const line = await needOf(daemon, 'unitOfMeasure');
      expect(line.cause).toBe('e.txt, row 2: The row is longer than 4194304 bytes.');
      expect(line.fix).toMatch(/^Check the line ends of the export/);
      expect(await daemon.healthz()).toBe(200);
      const after = peakOf(daemon.pid);
      if (before !== undefined) expect((after ?? 0) - before).toBeLessThan(memoryMax);
      expect(scene.names('orders')).toHaveLength(1);
      expect((await scene.market.mutations()).filter(({ method }) => method === 'DELETE')).toEqual(
        [],
      );
    }),
    timeout + waitMs,
  );
});
