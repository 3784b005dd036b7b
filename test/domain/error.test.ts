import { expect, it } from 'vitest';
import { codes } from '../../src/domain/codes.ts';
import { asTold, StockhandError } from '../../src/domain/error.ts';

it('fault 29: a database that its disk refuses is reported as the disk, and anything else as it is', () => {
  const sqlite = (code: string) => Object.assign(new Error('disk I/O error'), { code });
  const cause = sqlite('SQLITE_IOERR_FSYNC');
  expect(asTold(cause)).toMatchObject({
    code: 'DISK',
    message: 'The state cannot be used: disk I/O error (SQLITE_IOERR_FSYNC).',
    remedy: codes.DISK.remedy,
    cause,
  });
  const known = new StockhandError('STATE_LOCKED', 'Another one works here.');
  const others = [
    sqlite('SQLITE_CONSTRAINT'),
    sqlite('EIO'),
    new Error('no code'),
    known,
    undefined,
  ];
  expect(others.map(asTold)).toEqual(others);
});
