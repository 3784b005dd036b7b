import type { Config } from '../config/declaration.ts';
import { StockhandError } from '../domain/error.ts';
import { unlessStopped } from '../interrupt.ts';
import { type Context, configOf } from './context.ts';
import { load } from './load.ts';
import { type ExitCode, exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

/** Who is told what needs a person (contract.md section 3, `alerts`). */
export const alerts: CommandSpec = {
  usage: 'alerts',
  summary: 'the messages that are sent when something needs a person',
  subcommands: [
    {
      usage: 'test',
      summary: 'sends a test message to all recipients in the configuration',
      run: test,
    },
  ],
};

async function test(context: Context): Promise<ExitCode> {
  const { config } = await configOf(context);
  const tried = await unlessStopped(context.signal, trying(config));
  if (tried.length === 0) throw new StockhandError('CONFIG_ALERTS', nobody);
  context.output.result(tried, () => tried.map(line).join('\n'));
  return tried.every(({ sent }) => sent) ? exitCodes.done : exitCodes.failed;
}

const nobody = 'Nobody is notified: the configuration has neither alerts.mail nor alerts.webhook.';

type Tried = Awaited<ReturnType<typeof trying>>[number];

async function trying(config: Config) {
  const { testAlerts } = await load(import('../alerting.ts'));
  return testAlerts(config);
}

function line({ channel, place, error }: Tried): string {
  return error === undefined
    ? `${channel}: sent to ${place}.`
    : `${channel}: could not be sent to ${place}: ${error}`;
}
