import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NeedsYou } from '../../src/domain/facts.ts';
import { journalBytesMax } from '../../src/journals.ts';
import type { Daemon } from '../support/program.ts';
import { articlesSource, inScene, type Scene, timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';

const catalog = `
catalog:
  sources:
${articlesSource('externalId: ArtNr, name: Bezeichnung, description: Text, unitOfMeasure: ME')}`;

const articles = 2_000;
const reader = path.join(import.meta.dirname, '../support/reader.mjs');
const journal = 'state/catalog.db-wal';
const alarm = 'journal:catalog.db-wal';

const journalBytes = (scene: Scene): number => fs.statSync(scene.path(journal)).size;

/** Texts almost as long as the marketplace takes: what is sent stands in the journal first. */
async function exportOnce(scene: Scene, day: number): Promise<void> {
  const text = `${day} `.repeat(4_000).slice(0, 7_900);
  const rows = Array.from({ length: articles }, (_, at) => `A${at};Ware ${at};pcs;${text}\n`);
  scene.write('out/artikel.csv', `ArtNr;Bezeichnung;ME;Text\n${rows.join('')}`);
  await until('the export of the day is up', async () => {
    const products = await scene.market.products();
    return (
      products.length === articles &&
      products.every(({ description }) => String(description).startsWith(`${day} `))
    );
  });
}

async function alarmOf(daemon: Daemon): Promise<NeedsYou | undefined> {
  return (await daemon.facts()).needsYou.find(({ id }) => id === alarm);
}

describe('fault 36: a journal that another program makes grow', { timeout: 4 * timeout }, () => {
  it(
    'is told above 64 MB while all goes on, and is cut back and over when that program ends',
    inScene({ catalog }, async (scene) => {
      const daemon = await scene.daemon();
      await exportOnce(scene, 1);
      const reading = scene.script(reader, scene.path('state/catalog.db'));
      await until('it reads', () => reading.stdout().startsWith('reading'));
      let day = 1;
      while (journalBytes(scene) <= journalBytesMax) {
        expect(await alarmOf(daemon)).toBeUndefined();
        day += 1;
        await exportOnce(scene, day);
      }
      const told = await until('it is told', () => alarmOf(daemon));
      expect(told.cause).toContain(scene.path(journal));
      await exportOnce(scene, day + 1);
      expect(await alarmOf(daemon)).toBeDefined();
      reading.kill('SIGKILL');
      await reading.ended;
      await until('it is over', async () => (await alarmOf(daemon)) === undefined);
      expect(journalBytes(scene)).toBeLessThan(journalBytesMax);
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    }),
  );
});
