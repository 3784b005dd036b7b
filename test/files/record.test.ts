import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordBytesMax } from '../../src/files/limits.ts';
import { claimOutbox } from '../../src/files/marker.ts';
import { createOutbox, type Outbox } from '../../src/files/publish.ts';
import type { RecordLine } from '../../src/files/record.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, online, reasonOf } from './room.ts';

async function claimed(): Promise<{ staging: string; outbox: Outbox }> {
  const folder = temporaryFolder('files');
  online(await claimOutbox(deps, { folder, known: {}, newId: 'outbox-1' }));
  return {
    staging: join(folder, '.stockhand'),
    outbox: createOutbox(deps, { folder, id: 'outbox-1' }),
  };
}

async function numbers(outbox: Outbox, after: number): Promise<number[]> {
  return online(await outbox.recorded(after)).lines.map((line) => Number.parseInt(line, 10));
}

it('fault 34: an outbox remembers its files after any number, and nothing of a state before', async () => {
  const { outbox } = await claimed();
  expect(await numbers(outbox, 0)).toEqual([]);
  online(await outbox.publish([], ['7 of another state', '8 of another state']));
  online(await outbox.beginRecord());
  online(await outbox.publish([], ['1 {"name":"a"}', '2 {}']));
  online(await outbox.publish([], ['3 {}']));
  expect(online(await outbox.recorded(0)).lines).toEqual(['1 {"name":"a"}', '2 {}', '3 {}']);
  expect(await numbers(outbox, 2)).toEqual([3]);
});

it('fault 34: half a line of a crash takes no other line with it', async () => {
  const { outbox, staging } = await claimed();
  online(await outbox.publish([], ['1 {}']));
  appendFileSync(join(staging, 'record'), '2 {"na');
  online(await outbox.publish([], ['2 {}', '3 {}']));
  expect(online(await outbox.recorded(0)).lines).toEqual(['1 {}', '2 {"na', '2 {}', '3 {}']);
});

it('keeps two generations of its record, each bounded', async () => {
  const { outbox, staging } = await claimed();
  const text = 'x'.repeat(recordBytesMax / 4);
  for (let sequence = 1; sequence <= 11; sequence += 1)
    online(await outbox.publish([], [`${sequence} ${text}` satisfies RecordLine]));
  expect(readdirSync(staging).sort()).toEqual(['marker', 'record', 'record.old']);
  for (const name of ['record', 'record.old'])
    expect(statSync(join(staging, name)).size).toBeLessThan(recordBytesMax * 1.5);
  const kept = await numbers(outbox, 0);
  expect(kept.at(-1)).toBe(11);
  expect(kept.length).toBeGreaterThanOrEqual(4);
  expect(kept).toEqual(kept.map((_, index) => 12 - kept.length + index));
});

it('fault 135: neither writes nor reads its record in another folder', async () => {
  const { staging } = await claimed();
  const stranger = createOutbox(deps, { folder: join(staging, '..'), id: 'another' });
  expect(reasonOf(await stranger.publish([], ['1 {}']))).toBe('otherFolder');
  expect(reasonOf(await stranger.recorded(0))).toBe('otherFolder');
  expect(readdirSync(staging)).toEqual(['marker']);
});
