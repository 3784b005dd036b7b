import { retriedText } from '../acted-text.ts';
import type { Retried } from '../catalog/requests/retry.ts';
import { StockhandError } from '../domain/error.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const retry: CommandSpec = {
  usage: 'retry',
  summary: 'sends parked items again',
  options: [
    { flags: '--product <id>', text: 'only this article' },
    { flags: '--order <ref>', text: 'only this order (number or id)' },
    { flags: '--all', text: 'everything that is parked' },
  ],
  run(context, _args, options) {
    const { product, order, all } = options;
    const asked = [product, order, all].filter((each) => each !== undefined).length;
    if (asked !== 1)
      throw new StockhandError(
        'USAGE',
        'Say what to send again: one of --product, --order and --all.',
      );
    return answer<Retried>(
      context,
      { command: 'retry', args: { product, order, all } },
      retriedText,
    );
  },
};
