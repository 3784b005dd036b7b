import type { ReconcileReport } from '../catalog/reconcile-report.ts';
import { onState } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { reconcileText } from './reconcile-text.ts';
import { durationMs } from './run.ts';

export const reconcile: CommandSpec = {
  usage: 'reconcile',
  summary: "compares what was confirmed with the marketplace's list",
  options: [
    { flags: '--fix', text: 'send again what differs; never what is not ours or is reserved' },
    {
      flags: '--wait <duration>',
      text: 'with --fix: go on while something is due within this time (default 2m)',
    },
  ],
  async run(context, _args, options) {
    const quietMs = durationMs(String(options['wait'] ?? '2m'));
    const args = { fix: options['fix'] === true, quietMs };
    const done = await onState<ReconcileReport>(context, 'reconcile', args);
    if (done === undefined) return exitCodes.configuration;
    const report = done.result;
    context.output.result(report, () => reconcileText(report));
    return report.differences > report.fixed ? exitCodes.waitsForPerson : exitCodes.done;
  },
};
