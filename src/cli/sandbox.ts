import { runSandbox } from '../sandbox/cli.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const sandbox: CommandSpec = {
  usage: 'sandbox',
  summary: 'the marketplace played on this machine, alone',
  options: [
    { flags: '--port <port>', text: 'where it listens (default 4010)' },
    { flags: '--upload-port <port>', text: 'where pictures are uploaded (default the next port)' },
    { flags: '--state <file>', text: 'keep the state here over a restart' },
    { flags: '--key <key>', text: 'the API key that it knows (default sandbox-key)' },
    { flags: '--seed <number>', text: 'for its orders and its weather' },
    { flags: '--speed <factor>', text: 'how much faster its clock runs' },
    { flags: '--storm <name>', text: 'start in a storm: monday, maintenance or lossy line' },
    { flags: '--orders <count>', text: 'orders to place at the start' },
  ],
  async run({ output, signal }, _args, options) {
    const number = (name: string): number | undefined =>
      options[name] === undefined ? undefined : Number(options[name]);
    await runSandbox(
      {
        port: number('port'),
        uploadPort: number('uploadPort'),
        seed: number('seed'),
        speed: number('speed'),
        orders: number('orders'),
        stateFile: options['state'] as string | undefined,
        key: options['key'] as string | undefined,
        storm: options['storm'] as string | undefined,
      },
      (line) => output.item({ line }, line),
      signal,
    );
    return exitCodes.done;
  },
};
