import os from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { whoAsks } from '../../src/cli/who.ts';

afterEach(() => vi.restoreAllMocks());

it('who asks is told by the name of the account', () => {
  expect(whoAsks()).toBe(os.userInfo().username);
});

it('an account of a container that has no name is told by its number, and its command is carried out', () => {
  vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT');
  });
  expect(whoAsks()).toBe(`uid ${process.getuid?.()}`);
});
