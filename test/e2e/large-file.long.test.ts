import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Daemon } from '../support/program.ts';
import { type Scene, timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { withEndpoint } from './endpoint.ts';

const isLong = Boolean(process.env['STOCKHAND_LONG']);
const rows = isLong ? 1_000_000 : 50_000;
const importMaxMs = isLong ? 1_800_000 : 2 * timeout;
/**
 * Of the whole daemon, whatever the number of rows: what a
 * program that holds the file and its rows at once goes beyond.
 */
const residentBytesMax = 700_000_000;
/** Of the deliveries a second that an idle daemon answers: a loop that stands still for long answers far less. */
const shareMin = 0.1;
const answersMin = 20;

function writeExport(scene: Scene): void {
  const part = scene.path('out/artikel.part');
  const file = fs.openSync(part, 'w');
  fs.writeSync(file, 'ArtNr;Bezeichnung;ME\r\n');
  for (let at = 0; at < rows; at += 1_000) {
    const block = Array.from({ length: 1_000 }, (_, next) => at + next);
    fs.writeSync(file, block.map((row) => `A-${row};Schraube ${row}, verzinkt;STK\r\n`).join(''));
  }
  fs.closeSync(file);
  fs.renameSync(part, scene.path('out/artikel.csv'));
}

const peakOf = ({ pid }: Daemon): number => {
  const [, kilobytes = Number.NaN] =
    /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
};

interface Probe {
  readonly answered: number;
  readonly perSecond: number;
}

/** Delivers one webhook after the other while `isOn`; each is to be answered. */
async function probe(deliver: () => Promise<number>, isOn: () => boolean): Promise<Probe> {
  const begunAt = performance.now();
  let answered = 0;
  for (; isOn(); answered += 1) expect(await deliver()).toBe(204);
  return { answered, perSecond: (answered * 1_000) / (performance.now() - begunAt) };
}

const idleProbes = 100;

async function probeIdle(deliver: () => Promise<number>): Promise<Probe> {
  let left = idleProbes;
  return probe(deliver, () => left-- > 0);
}

describe('fault 21: a large file', { timeout: importMaxMs + timeout }, () => {
  it.skipIf(!fs.existsSync('/proc/self/status'))(
    `of ${rows} rows is streamed in bounded memory while webhooks are answered (skipped where there is no /proc)`,
    withEndpoint(async (scene, deliver) => {
      const daemon = await scene.daemon();
      await until('the daemon is at work', async () => (await daemon.healthz()) === 200);
      const idle = await probeIdle(deliver);
      writeExport(scene);
      const sourceOf = async () => (await daemon.facts()).catalog?.sources[0];
      let isPlanned = false;
      const planned = (async () => {
        const isRead = async () => (await sourceOf())?.lastRun?.read === rows;
        await until('all rows are read and planned', isRead, importMaxMs);
      })().finally(() => {
        isPlanned = true;
      });
      const during = await probe(deliver, () => !isPlanned);
      await planned;
      expect(during.answered).toBeGreaterThan(answersMin);
      expect(during.perSecond / idle.perSecond).toBeGreaterThan(shareMin);
      expect(peakOf(daemon)).toBeLessThan(residentBytesMax);
      await until('the first articles are up', async () => {
        const products = await scene.market.products();
        return products.length > 0;
      });
    }),
  );
});
