import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the running test's own, gone with it. */
export function temporaryFolder(name = 'test'): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
