import os from 'node:os';
import type { OnceResult } from '../once.ts';
import { onState } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { durationMs, onceCode, onceText } from './run.ts';

export const apply: CommandSpec = {
  usage: 'apply <plan>',
  summary: 'does exactly that plan, or says that it is stale and why',
  options: [
    {
      flags: '--wait <duration>',
      text: 'go on while something is due within this time (default 2m)',
    },
  ],
  async run(context, [plan], options) {
    const waitMs = durationMs(String(options['wait'] ?? '2m'));
    const done = await onState<OnceResult>(context, 'apply', {
      plan,
      waitMs,
      who: os.userInfo().username,
    });
    if (done === undefined) return exitCodes.configuration;
    context.output.result(done.result.report, () => onceText(done.result));
    return onceCode(done.result);
  },
};
