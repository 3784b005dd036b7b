import fs from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { articlesFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };

/** As a program two years from now leaves it, with no table of ours but the one that every program can read. */
function writtenByNewer(file: string): void {
  const database = new Sqlite(file);
  const signed = database.prepare("SELECT value FROM meta WHERE name = 'program'").pluck().get();
  expect(signed).toBe(version);
  database.exec("UPDATE meta SET value = '3.7.1' WHERE name = 'program'");
  database.pragma('user_version = 99');
  database.close();
}

describe('fault 126: an older program on the state of a newer one', { timeout }, () => {
  it.each(['catalog.db', 'orders.db'])(
    'refuses %s in every command, names the version to install, and changes nothing',
    (name) =>
      inScene(both, async (scene) => {
        scene.write('out/artikel.csv', articlesFile(wares(3)));
        expect(await scene.run('run', '--once')).toMatchObject({ code: 0 });
        writtenByNewer(scene.path(`state/${name}`));
        const before = fs.readFileSync(scene.path(`state/${name}`));
        const since = await scene.now();
        for (const args of [
          ['run'],
          ['run', '--once'],
          ['plan'],
          ['status'],
          ['doctor', '--offline'],
        ]) {
          const { code, stdout, stderr } = await scene.run(...args);
          const said = `${args.join(' ')}: ${stdout}${stderr}`;
          expect(code, said).toBe(1);
          expect(said).toContain(`${name} has schema 99, written by Stockhand 3.7.1`);
          expect(said).toContain('Install Stockhand 3.7.1 or a newer version');
        }
        expect(fs.readFileSync(scene.path(`state/${name}`)).equals(before)).toBe(true);
        expect(await scene.market.mutations(since)).toEqual([]);
      })(),
  );
});
