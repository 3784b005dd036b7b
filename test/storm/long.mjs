// npm run storm [-- REQUESTS SOCKET_REQUESTS SEED]: the storms of test/storm at their full size.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import process from 'node:process';

const [requests = '1000000', socketRequests = '20000', seed = '1'] = process.argv.slice(2);
// The state of a long run lies in memory where it can: no power is lost here, and a disk would be most of the time.
const folder = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'test/storm', '--disable-console-intercept'],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      TMPDIR: folder,
      STORM_REQUESTS: requests,
      STORM_SOCKET_REQUESTS: socketRequests,
      STORM_SEED: seed,
    },
  },
);
process.exitCode = status ?? 1;
