// npm run storm [-- REQUESTS SOCKET_REQUESTS SEED]: the storms of test/storm at their full size.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const [requests = '1000000', socketRequests = '20000', seed = '1'] = process.argv.slice(2);
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'test/storm', '--disable-console-intercept'],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      STORM_REQUESTS: requests,
      STORM_SOCKET_REQUESTS: socketRequests,
      STORM_SEED: seed,
    },
  },
);
process.exitCode = status ?? 1;
