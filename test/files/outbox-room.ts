import { readdirSync } from 'node:fs';
import type { FilesDeps } from '../../src/files/deps.ts';
import { claimOutbox } from '../../src/files/marker.ts';
import { createOutbox, type Outbox } from '../../src/files/publish.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, online } from './room.ts';

export const name = '000000412-10231-0a1b2c3d.json';
export const bytes = Buffer.from('{"orderId":10231}');

export const nameOf = (sequence: number) => `${String(sequence).padStart(9, '0')}-1-00000000.json`;

export async function claimed(
  with_: FilesDeps = deps,
): Promise<{ folder: string; outbox: Outbox }> {
  const folder = temporaryFolder();
  online(await claimOutbox(deps, { folder, known: {}, newId: 'outbox-1' }));
  return { folder, outbox: createOutbox(with_, { folder, id: 'outbox-1' }) };
}

/** A group of files that hold the same, or one such file. */
export const filesOf = (names: readonly string[], content: Uint8Array = bytes) =>
  names.map((each) => ({ name: each, bytes: content }));
export const file = { name, bytes };

/** What the ERP sees: dot files are nothing to it. */
export const visible = (folder: string) =>
  readdirSync(folder).filter((each) => !each.startsWith('.'));
