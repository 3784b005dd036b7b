import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { takesWrites } from '../../src/store/writable.ts';
import { temporaryFolder } from '../support/folder.ts';

it('fault 30: holds the reserve where the state takes writes, and leaves the little room of a full disk to the log', () => {
  const dataDir = temporaryFolder('writable');
  expect(takesWrites(dataDir)).toBe(true);
  expect(fs.readdirSync(dataDir)).toEqual(['reserve']);
  // In the place of the file that tries whether there is room for more than the reserve.
  fs.mkdirSync(path.join(dataDir, 'room.part'));
  expect(takesWrites(dataDir)).toBe(false);
  expect(fs.readdirSync(dataDir)).toEqual(['room.part']);
});
