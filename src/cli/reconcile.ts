import type { ReconcileReport } from '../catalog/reconcile/reconcile-report.ts';
import { StockhandError } from '../domain/error.ts';
import { answer } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { reconcileText } from './reconcile-text.ts';
import { waitMsOf, waitOption } from './wait.ts';

export const reconcile: CommandSpec = {
  usage: 'reconcile',
  summary: 'compares what the marketplace has confirmed with its product list',
  options: [
    {
      flags: '--fix',
      text: 'send again what differs; never articles that no export has named, nor stock that orders have reserved',
    },
    waitOption('with --fix: '),
  ],
  run(context, _args, options) {
    const fix = options['fix'] === true;
    if ('wait' in options && !fix) throw new StockhandError('USAGE', '--wait needs --fix.');
    const args = { fix, quietMs: waitMsOf(options) };
    return answer(context, { command: 'reconcile', args, code }, reconcileText);
  },
};

function code({ differences, fixed, over = 0 }: ReconcileReport) {
  return differences > fixed + over ? exitCodes.waitsForPerson : exitCodes.done;
}
