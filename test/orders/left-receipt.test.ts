import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWritten } from './open-world.ts';
import type { World } from './world.ts';

const csv = (outcome: string): string =>
  `row,orderNumber,orderId,action,outcome,code,message,orderStatus,at\r\n2,N-1,1,accept,${outcome},,,,x\r\n`;
const json = (outcome: string): string =>
  `[\n${JSON.stringify({ row: 1, orderId: '1', action: 'accept', outcome })}\n]\n`;

/** What a state that was put back to an older one finds there (fault 34). */
async function left(receipts: Readonly<Record<string, string>>): Promise<World> {
  const world = await openWritten();
  for (const [name, text] of Object.entries(receipts)) {
    fs.writeFileSync(path.join(world.receiptFolder, name), text);
  }
  return world;
}

describe('a receipt that the state knows nothing of', () => {
  it('fault 34: is gone on with where it says waiting, for nobody else would end it', async () => {
    const world = await left({ 'a.csv.receipt.csv': csv('waiting') });
    world.drop('a.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.names(world.receiptFolder)).toEqual(['a.csv.receipt.csv']);
    expect(world.receipt('a.csv.receipt.csv')).toMatchObject([{ outcome: 'done', message: '' }]);
  });

  it('keeps what it says where all its rows have ended', async () => {
    const receipts = {
      'b.json.receipt.json': json('done'),
      'b.json.receipt.2.json': json('waiting'),
    };
    const world = await left(receipts);
    world.drop('b.json', '[{"orderId":1,"action":"accept"}]');
    await world.pass();
    expect(world.names(world.receiptFolder)).toEqual(Object.keys(receipts).sort());
    expect(world.receipt('b.json.receipt.json')).toEqual(JSON.parse(json('done')));
    expect(world.receipt('b.json.receipt.2.json')).toMatchObject([
      { outcome: 'done', orderId: '1' },
    ]);
  });

  it('keeps what it says of the rows of another file of that name', async () => {
    const others = csv('waiting').replace('N-1,1', 'N-2,2');
    const world = await left({ 'a.csv.receipt.csv': others });
    world.drop('a.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.names(world.receiptFolder)).toEqual(['a.csv.receipt.2.csv', 'a.csv.receipt.csv']);
    const text = fs.readFileSync(path.join(world.receiptFolder, 'a.csv.receipt.csv'), 'utf8');
    expect(text).toBe(others);
  });
});
