import { afterEach, expect } from 'vitest';
import { callsSince, ledgerEnd, openRoom, passSince, type Room } from './room.ts';

export const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';

/** The room of the running test. */
export let room: Room;

export async function open(...of: Parameters<typeof openRoom>): Promise<void> {
  room = await openRoom(...of);
}

/** Closes the room of each test of a file. */
export function useRoom(): void {
  afterEach(() => room.close());
}

/** A pass over a file: its run, what is held after it and what was sent. */
export async function passFile(name: string, rows: readonly string[]) {
  const since = await ledgerEnd(room.market);
  room.write(name, rows);
  return passSince(room, since);
}

/** Writes the files, takes them, and tells the runs and what the marketplace was called for. */
export async function passOver(files: Readonly<Record<string, readonly string[]>> = {}) {
  const since = await ledgerEnd(room.market);
  for (const [name, rows] of Object.entries(files)) room.write(name, rows);
  const { runs, isBusy } = await room.pass();
  expect(isBusy).toBe(false);
  return { runs, calls: await callsSince(room.market, since) };
}

/** A clerk takes a run back, and the undo is through. */
export async function undone(run: number | undefined, quantities = false) {
  const { plan } = await room.catalog.undo({ run: String(run), quantities });
  return room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
}

/** The articles that the marketplace has. */
export async function published() {
  return (await room.market.products()).filter(({ deleted }) => deleted !== true);
}
