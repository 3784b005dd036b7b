import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Every test's folder lies in one, which goes when the run ends, whatever became of the tests. */
export default function oneFolder(): () => void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stockhand-tests-'));
  // As open as the folder above: some tests read with another user's rights.
  fs.chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => fs.rmSync(folder, { recursive: true, force: true });
}
