import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** On a disk that costs no time where there is one (global.ts): for tests that prove no power cut. */
export const memory = process.env['TESTS_MEMORY'] ?? os.tmpdir();

/** A folder of the running test's own, gone with it. */
export function temporaryFolder(name = 'test', place = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(place, `${name}-`));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
