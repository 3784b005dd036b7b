import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenInLedger } from '../support/laws.ts';
import { pixel } from '../support/pixel.ts';
import type { Scene } from '../support/scene.ts';
import { articlesFile, stockFile, type Ware, wares } from '../support/wares.ts';
import { deniedNote, expectNothingBroken, isDenied, killsTimeout, type Life } from './kills.ts';

const common = 'folder: ./out, stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const catalog = `
catalog:
  vanished: unpublish
  brake: { vanished: { share: 100%, count: 9999 } }
  pictures: { folder: ./bilder }
  sources:
    - { name: articles, files: "artikel*.csv", ${common}, mapping: { externalId: ArtNr, name: Bezeichnung } }
    - { name: stock, kind: stock, files: "bestand*.csv", ${common}, mapping: { externalId: ArtNr, availableQty: Bestand } }
`;

/** An import on the first day; on each later one a new article, a vanished one, a quantity, a name and a picture. */
class Wares {
  #day = 0;
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
    fs.mkdirSync(scene.path('bilder'));
  }

  get list(): readonly Ware[] {
    const [first, second, ...rest] = wares(6);
    const ofToday = { id: `T-${this.#day}`, name: 'Tagesartikel', stock: 1 };
    return [
      { ...first!, stock: 100 + this.#day },
      { ...second!, name: `Schraube vom Tag ${this.#day}` },
      ...rest,
      ofToday,
    ];
  }

  get picture(): Buffer {
    return Buffer.concat([pixel, Buffer.from(String(this.#day))]);
  }

  nextDay(): void {
    this.#day += 1;
    this.#scene.write('out/artikel.csv', articlesFile(this.list));
    this.#scene.write('out/bestand.csv', stockFile(this.list));
    this.#scene.write('bilder/A-001.png', this.picture);
  }
}

/** What a life without kills leaves behind: the last day's articles and picture, and nothing done twice. */
async function expectWhole(scene: Scene, { list, picture }: Wares): Promise<void> {
  const ledger = await scene.market.ledger();
  expect(brokenInLedger(ledger)).toEqual([]);
  const once = ledger
    .flatMap(({ effects }) => effects)
    .filter(({ kind }) => kind === 'imageCommitted' || kind === 'productDeleted')
    .map((effect) => JSON.stringify(effect));
  expect(once.filter((effect, index) => once.indexOf(effect) !== index)).toEqual([]);
  const committed = ledger.flatMap(({ effects }) =>
    effects.filter(({ kind }) => kind === 'imageCommitted'),
  );
  const sha256 = createHash('sha256').update(picture).digest('hex');
  expect(committed.at(-1)).toMatchObject({ externalId: 'A-001', sha256 });
  const shown = (await scene.market.products()).filter(({ deleted }) => deleted !== true);
  const told = shown.map(({ externalId, name, availableQty }) => [externalId, name, availableQty]);
  expect(told.sort()).toEqual(list.map(({ id, name, stock }) => [id, name, stock]).sort());
}

function days(scene: Scene): Life {
  const list = new Wares(scene);
  return {
    nextDay: async () => list.nextDay(),
    judge: () => expectWhole(scene, list),
    end: async () => undefined,
  };
}

describe.skipIf(isDenied)(
  `faults 26, 41, 59: kill -9 at a write of the disk while articles are sent${deniedNote}`,
  () => {
    it('loses and doubles no wish', { timeout: killsTimeout }, () =>
      expectNothingBroken({ name: 'sending', options: { catalog }, begin: days }),
    );
  },
);
