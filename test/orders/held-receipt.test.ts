import path from 'node:path';
import { expect, it } from 'vitest';
import { openWorld, written } from './open-world.ts';
import { realFiles } from './world.ts';

it('a receipt that is open in Excel holds up neither the commands of other files nor their receipts', async () => {
  const world = openWorld();
  await written(world, '1');
  await written(world, '2');
  world.drop('a.csv', 'orderNumber,action\nN-1,accept\n');
  let isHeld = true;
  const offline = { reason: 'busy', sentence: 'held', remedy: '' } as const;
  const isFirst = () => world.names(world.receiptFolder).length === 0;
  world.deps = () => ({
    files: {
      ...realFiles,
      async writeAtomically(target, bytes) {
        if (target.name === 'a.csv.receipt.csv' && isHeld && !isFirst())
          return { offline, isOfFile: true };
        return realFiles.writeAtomically(target, bytes);
      },
    },
  });
  await world.pass();
  world.drop('b.csv', 'orderNumber,action\nN-2,accept\n');
  await world.pass();
  expect(world.market.effects()).toEqual(['1 accept', '2 accept']);
  expect(world.receipt('b.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
  expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['b.csv']);
  expect(world.flow.needsYou()).toMatchObject([{ id: 'COMMAND_FILE_HELD a.csv.receipt.csv' }]);
  isHeld = false;
  await world.pass();
  expect(world.receipt('a.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
});

it('a command file that is open in Excel and cannot be moved does not hold up the others', async () => {
  const world = openWorld();
  await written(world, '1');
  await written(world, '2');
  const offline = { reason: 'busy', sentence: 'held', remedy: '' } as const;
  world.deps = () => ({
    files: {
      ...realFiles,
      moveFile: async (request) =>
        request.file.name === 'a.csv' ? { offline } : realFiles.moveFile(request),
    },
  });
  world.drop('a.csv', 'orderNumber,action\nN-1,accept\n');
  await world.pass();
  world.drop('b.csv', 'orderNumber,action\nN-2,accept\n');
  await world.pass();
  expect(world.market.effects()).toEqual(['1 accept', '2 accept']);
  expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['b.csv']);
  expect(world.flow.needsYou()).toMatchObject([{ id: 'COMMAND_FILE_HELD a.csv' }]);
});
