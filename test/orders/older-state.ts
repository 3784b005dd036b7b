import fs from 'node:fs';
import path from 'node:path';
import { copyDatabase } from '../../src/store/copy.ts';
import type { World } from './world.ts';

export const stateOf = (world: World): string => path.join(world.folder, 'orders.db');
const keptOf = (world: World): string => path.join(world.folder, 'kept', 'orders.db');

export function backUp(world: World): void {
  copyDatabase(stateOf(world), keptOf(world));
}

/** As a person does it by hand: the program stands still, and the older file takes the place of the newer. */
export function putBack(world: World): void {
  world.store.close();
  for (const part of ['', '-wal', '-shm']) {
    fs.rmSync(`${stateOf(world)}${part}`, { force: true });
    const kept = `${keptOf(world)}${part}`;
    if (fs.existsSync(kept)) fs.copyFileSync(kept, `${stateOf(world)}${part}`);
  }
}
