import { StockhandError } from '../domain/error.ts';
import type { Context } from './context.ts';
import { load } from './load.ts';
import { type Options, textOf } from './options.ts';
import { type ExitCode, exitCodes } from './output.ts';
import { portMax, portOf, portTrouble } from './port.ts';
import type { CommandSpec } from './program.ts';
import { refuseOptions, runRehearsal } from './rehearse.ts';
import { waitMsOf, waitOption } from './wait.ts';

export const sandbox: CommandSpec = {
  usage: 'sandbox',
  summary:
    'starts a sandbox marketplace on this machine; with --rehearse it tries out one pass of your own configuration against it',
  options: [
    { flags: '--port <port>', text: 'the port on which it listens (default 4010)' },
    {
      flags: '--upload-port <port>',
      text: 'the port for the upload of pictures (default: the next port)',
    },
    { flags: '--state <file>', text: 'the file that keeps its state over a restart' },
    { flags: '--key <key>', text: 'the API key that it knows (default sandbox-key)' },
    { flags: '--seed <number>', text: 'the seed of its random orders and failures' },
    { flags: '--speed <factor>', text: 'how many times faster its clock runs' },
    {
      flags: '--storm <name>',
      text: 'start with many failures: monday, maintenance or lossy line',
    },
    {
      flags: '--orders <count>',
      text: 'how many orders are placed at the start (with --rehearse: of each origin, default 1)',
    },
    {
      flags: '--rehearse',
      text: 'try out what the next pass would do, with a copy of the state; writes only into a temporary folder',
    },
    waitOption('with --rehearse: '),
  ],
  async run(context, _args, options) {
    if (options['rehearse'] !== true) return playMarketplace(context, options);
    refuseOptions(options);
    return runRehearsal(context, {
      orders: ordersOf(options) ?? 1,
      seed: numberOf(options, 'seed'),
      storm: stormOf(options),
      waitMs: waitMsOf(options),
    });
  },
};

async function playMarketplace({ output, signal }: Context, options: Options): Promise<ExitCode> {
  if ('wait' in options) throw new StockhandError('USAGE', '--wait needs --rehearse.');
  const asked = {
    ...portsOf(options),
    seed: numberOf(options, 'seed'),
    speed: speedOf(options),
    orders: ordersOf(options),
    stateFile: textOf(options, 'state'),
    key: textOf(options, 'key'),
    storm: stormOf(options),
  };
  const { runSandbox } = await load(import('../sandbox/cli.ts'));
  const running = runSandbox(asked, (line) => output.item({ line }, line), signal);
  await running.catch((cause: unknown) => {
    throw stateTrouble(cause) ?? portTrouble(cause, '--port (and --upload-port)');
  });
  return exitCodes.done;
}

function stateTrouble(cause: unknown): StockhandError | undefined {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'STATE_FILE_REFUSED'))
    return undefined;
  const remedy = 'Name a new file, or one that a sandbox wrote.';
  return new StockhandError('USAGE', `--state ${cause.message}`, { cause, remedy });
}

/** Where pictures have no port of their own, they take the next one. */
function portsOf(options: Options) {
  const [port, uploadPort] = [portOf(options, 'port'), portOf(options, 'uploadPort')];
  if (port === portMax && uploadPort === undefined)
    throw new StockhandError('USAGE', `--port ${port} has no next port: give --upload-port, too.`);
  return { port, uploadPort };
}

/** As the control API takes it: a clock that stands still, or leaves the calendar, is of no use. */
const speedMax = 1_000_000;

function speedOf(options: Options): number | undefined {
  const speed = numberOf(options, 'speed');
  if (speed === undefined || (speed > 0 && speed <= speedMax)) return speed;
  throw new StockhandError('USAGE', `--speed needs a number above 0, up to ${speedMax}.`);
}

const storms = ['monday', 'maintenance', 'lossy line'];

function stormOf(options: Options): string | undefined {
  const storm = textOf(options, 'storm');
  if (storm === undefined || storms.includes(storm)) return storm;
  const remedy = `Storms: ${storms.join(', ')}.`;
  throw new StockhandError('USAGE', `--storm: there is no storm "${storm}".`, { remedy });
}

/** So many the sandbox places at once. */
const ordersMax = 10_000;

function ordersOf(options: Options): number | undefined {
  const orders = numberOf(options, 'orders');
  if (orders === undefined || (Number.isInteger(orders) && orders <= ordersMax)) return orders;
  throw new StockhandError('USAGE', `--orders needs a whole number up to ${ordersMax}.`);
}

function numberOf(options: Options, name: string): number | undefined {
  const text = textOf(options, name);
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new StockhandError('USAGE', `--${name} ${text} is not a number.`);
}
