import type { ReconcileReport } from '../catalog/reconcile/reconcile-report.ts';
import { onState } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { reconcileText } from './reconcile-text.ts';
import { waitMsOf, waitOption } from './wait.ts';

export const reconcile: CommandSpec = {
  usage: 'reconcile',
  summary: "compares what was confirmed with the marketplace's list",
  options: [
    { flags: '--fix', text: 'send again what differs; never what is not ours or is reserved' },
    waitOption('with --fix: '),
  ],
  async run(context, _args, options) {
    const quietMs = waitMsOf(options);
    const args = { fix: options['fix'] === true, quietMs };
    const done = await onState<ReconcileReport>(context, 'reconcile', args);
    if (done === undefined) return exitCodes.configuration;
    const report = done.result;
    context.output.result(report, () => reconcileText(report));
    const { differences, fixed, over = 0 } = report;
    return differences > fixed + over ? exitCodes.waitsForPerson : exitCodes.done;
  },
};
