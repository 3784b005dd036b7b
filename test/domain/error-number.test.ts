import { constants } from 'node:os';
import { expect, it } from 'vitest';
import { errorNumber, withErrorNames } from '../../src/domain/error-number.ts';

const { ESTALE } = constants.errno;

it.each([
  ['ENOENT', 'ENOENT'],
  ['UNKNOWN', 'UNKNOWN'],
  [`Unknown system error -${ESTALE}`, 'ESTALE'],
  ['Unknown system error -999', 'E999'],
  ['ERR_INVALID_ARG_TYPE', undefined],
  ['SQLITE_FULL', undefined],
])('fault 18: of a refusal with the code %s the name is %s', (code, name) => {
  expect(errorNumber(Object.assign(new Error('refused'), { code }))).toBe(name);
});

it('fault 18: what the system said of an error that Node has no name for is told with its name', () => {
  const unnamed = `Unknown system error -${ESTALE}`;
  expect(withErrorNames(`${unnamed}: ${unnamed}, stat '/erp/out'`)).toBe("ESTALE, stat '/erp/out'");
  expect(withErrorNames('EIO: i/o error, read')).toBe('EIO: i/o error, read');
});
