// A supplier whose articles are all on the marketplace: what each measured run begins with.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '../../dist/src/service/definition.js';
import { run } from './measure.js';

const script = fileURLToPath(new URL('ours.js', import.meta.url));
const floor = fileURLToPath(new URL('floor.js', import.meta.url));
const config = `marketplace: { baseUrl: "https://market.example", apiKey: none }
dataDir: ./state
results: { folder: ./results }
catalog:
  vanished: ignore
  sources:
    - name: articles
      folder: ./out
      files: "*.csv"
      format: csv
      encoding: windows-1251
      delimiter: ";"
      numbers: "1.234,56"
      stable: { quiet: 0s }
      mapping:
        externalId: Nr
        name: Name
        description: Text
        brand: Marke
        categorySlug: Gruppe
        unitOfMeasure: { column: Einheit, translate: { STK: pcs } }
        barcode: EAN
        minOrderQty: MinMenge
        stepQty: Schritt
        leadTimeDays: Tage
        availableQty: Bestand
        attributes: { Preis: Preis }
`;

export function createShop(folder) {
  const place = (name) => path.join(folder, name);
  for (const name of ['out', 'results', 'orders', 'commands', 'receipts'])
    fs.mkdirSync(place(name), { recursive: true });
  fs.writeFileSync(place('stockhand.yaml'), config);

  let known;
  let daysBefore = [];
  async function take(file, args = []) {
    if (file !== undefined) fs.copyFileSync(file, place('out/articles.csv'));
    const done = await run(process.execPath, [...nodeOptions, script, folder, ...args]);
    return { ...done, ...JSON.parse(done.text) };
  }
  function restore() {
    fs.rmSync(place('state'), { recursive: true, force: true });
    fs.cpSync(place('prepared'), place('state'), { recursive: true });
  }
  return {
    /**
     * Imports a file and takes its rows for known, as they are in a shop that runs for a day. `days`: what the daemon
     * has read besides before it is measured, so that no code runs for the first time then.
     */
    async prepare(first, again, days = []) {
      for (const name of ['state', 'prepared'])
        fs.rmSync(place(name), { recursive: true, force: true });
      known = first;
      daysBefore = days;
      const imported = await take(first);
      await take(again);
      fs.cpSync(place('state'), place('prepared'), { recursive: true });
      return imported;
    },
    /** In a daemon that has read an export of the same rows before; `daemon`: with all in memory that it has there. */
    async measure(file, ...args) {
      restore();
      const before = daysBefore.map((day) => `before=${day}`);
      return take(known, [...args, ...before, `file=${file}`]);
    },
    /** The state alone, with what SQLite cannot be spared where all changes. */
    floor: () => run(process.execPath, [floor, place('prepared')]),
    /** A process of its own, from its start to its end. */
    async whole(file) {
      restore();
      return take(file, ['plan']);
    },
    /** The same process that only waits. */
    async idle(milliseconds) {
      restore();
      return take(undefined, [String(Math.max(500, Math.round(milliseconds)))]);
    },
  };
}
