import { type RateLimit, scopes } from './base/options.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

/** Options of the command, as text or number; every one may be left out. */
type SandboxArguments = {
  /** Default 4010; 0 takes any free port. */
  port?: number | undefined;
  /** Where images are uploaded to; default: the next port, or any free one when `port` is 0. */
  uploadPort?: number | undefined;
  host?: string | undefined;
  /** Keeps the state over a restart. */
  stateFile?: string | undefined;
  /** API key; default `sandbox-key`. */
  key?: string | undefined;
  seed?: number | undefined;
  /** How much faster than wall time the clock runs. */
  speed?: number | undefined;
  rateLimit?: RateLimit | undefined;
  /** A named storm to start with: monday, maintenance or lossy line. */
  storm?: string | undefined;
  /** Orders to place at the start. */
  orders?: number | undefined;
};

const usualPort = 4010;

/** Runs the sandbox until the signal aborts; webhooks to loopback addresses are allowed. */
export async function runSandbox(
  argv: SandboxArguments,
  write: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const sandbox = await createSandbox(toOptions(argv));
  try {
    if (argv.storm) await sandbox.control('POST', '/sandbox/weather', { storm: argv.storm });
    if (argv.orders) await sandbox.control('POST', '/sandbox/orders', { count: argv.orders });
    for (const line of greeting(sandbox, argv)) write(line);
    await stopped(signal);
  } finally {
    await sandbox.close();
  }
  write('The sandbox has stopped.');
}

function toOptions(argv: SandboxArguments) {
  const { key, speed, storm: _storm, orders: _orders, ...same } = argv;
  const port = argv.port ?? usualPort;
  return {
    ...same,
    port,
    uploadPort: argv.uploadPort ?? (port === 0 ? 0 : port + 1),
    clockSpeed: speed,
    allowLoopbackWebhooks: true,
    ...(key === undefined ? {} : { apiKeys: [{ key, scopes, side: 'SUPPLIER' as const }] }),
  };
}

function greeting(sandbox: Sandbox, { key, stateFile }: SandboxArguments): string[] {
  return [
    `The marketplace sandbox is at ${sandbox.url}`,
    `  page          ${sandbox.url}/`,
    `  API key       ${key ?? 'sandbox-key'}`,
    `  portal cookie session=sandbox-session`,
    `  images        ${sandbox.uploadUrl}`,
    `  control       ${sandbox.url}/sandbox/facts`,
    `  document      ${sandbox.url}/openapi.json`,
    stateFile === undefined
      ? '  Its state is lost when it stops; use --state FILE to keep it.'
      : `  Its state is kept in ${stateFile}`,
  ];
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
