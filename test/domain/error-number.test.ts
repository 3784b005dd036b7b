import { constants } from 'node:os';
import { expect, it } from 'vitest';
import { errorNumber, systemMessage } from '../../src/domain/error-number.ts';

const unnamed = `Unknown system error -${constants.errno.ESTALE}`;
const stale = { errno: -constants.errno.ESTALE };

it.each([
  { code: 'ENOENT', said: 'ENOENT: no such file, stat', name: 'ENOENT' },
  { code: unnamed, ...stale, said: `${unnamed}: ${unnamed}, stat`, name: 'ESTALE' },
  { code: unnamed, said: unnamed, name: 'ESTALE' },
  { code: 'UNKNOWN', ...stale, said: 'UNKNOWN: unknown error, stat', name: 'ESTALE' },
  { code: 'UNKNOWN', errno: -4094, said: 'UNKNOWN: unknown error, stat', name: 'UNKNOWN' },
  { code: 'ERR_INVALID_ARG_TYPE', said: 'The argument', name: undefined },
  { code: 'BACKUP_UNKNOWN', said: 'is not there', name: undefined },
  { code: 'SQLITE_FULL', said: 'database or disk is full', name: undefined },
])(
  'fault 18: what the system refuses has its name, also where Node has none: $code, $said',
  ({ said, name, ...thrown }) => {
    const cause = Object.assign(new Error(said), thrown);
    expect(errorNumber(cause)).toBe(name);
    expect(systemMessage(cause)).toMatch(name ?? said);
  },
);
