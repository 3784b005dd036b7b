import { expect, it } from 'vitest';
import { offeringBackup, rememberBackup } from '../../src/backup/last.ts';
import { StockhandError } from '../../src/domain/error.ts';
import { temporaryFolder } from '../support/folder.ts';

it('offers the newest backup of a damaged state as one argument, also with a blank in its name', () => {
  const folder = temporaryFolder('last');
  const backup = { file: '/mnt/my disk/night.backup', size: 1, at: '2026-11-29T00:00:00.000Z' };
  rememberBackup(folder, { ...backup, marketplace: 'm', catalog: null, orders: null });
  const damaged = (): never => {
    throw new StockhandError('STATE_DAMAGED', 'catalog.db is damaged.');
  };
  expect(() => offeringBackup(folder, damaged)).toThrow(
    expect.objectContaining({
      remedy: expect.stringMatching(/: stockhand restore "\/mnt\/my disk\/night\.backup"$/),
    }),
  );
});
