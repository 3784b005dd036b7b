import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCopy } from '../../src/files/spooled.ts';
import { temporaryFolder } from '../support/folder.ts';

it('a copy that somebody deleted is told with its file and what to do, and nothing is read in its place', () => {
  const gone = { name: 'artikel.csv', path: join(temporaryFolder('gone'), 'a1') };
  expect(() => openCopy(gone)).toThrow(
    expect.objectContaining({
      code: 'STATE_DAMAGED',
      message: `${gone.path}, the copy of artikel.csv, is gone.`,
      remedy: expect.stringContaining('Put it back'),
    }),
  );
});
