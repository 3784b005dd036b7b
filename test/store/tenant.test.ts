import { expect, it } from 'vitest';
import { claimTenant } from '../../src/store/tenant.ts';
import { temporaryFolder } from '../support/folder.ts';

it('fault 123: a data folder stays with the marketplace that it was first used for', () => {
  const dataDir = temporaryFolder('tenant');
  claimTenant(dataDir, 'https://one.example');
  claimTenant(dataDir, 'https://one.example');
  expect(() => claimTenant(dataDir, 'https://two.example')).toThrow(
    expect.objectContaining({
      code: 'STATE_TENANT',
      message: `${dataDir} belongs to https://one.example, not to https://two.example.`,
    }),
  );
});
