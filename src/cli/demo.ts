import { StockhandError } from '../domain/error.ts';
import { load } from './load.ts';
import { exitCodes } from './output.ts';
import { portOf, portTrouble } from './port.ts';
import type { CommandSpec } from './program.ts';

export const demo: CommandSpec = {
  usage: 'demo',
  summary:
    'starts a sandbox marketplace, the daemon and the status page with the sample exports of data/demo',
  options: [
    { flags: '--once', text: 'do one whole round, then end' },
    { flags: '--port <port>', text: 'the port of the status page (default 8480)' },
  ],
  async run({ output, signal }, _args, options) {
    const isOnce = options['once'] === true;
    const statusPort = String(portOf(options, 'port') ?? 8480);
    if (isOnce && 'port' in options)
      throw new StockhandError('USAGE', '--port has no meaning with --once.');
    const { demoDaemon, demoOnce } = await load(import('../demo/demo.ts'));
    if (!isOnce) {
      await demoDaemon(output.line, { signal, statusPort }).catch((cause: unknown) => {
        throw portTrouble(cause, '--port');
      });
      return exitCodes.done;
    }
    const report = await demoOnce(output.line, signal);
    // People have read it line by line.
    if (output.isJson) output.item(report, '');
    return exitCodes.done;
  },
};
