import type { OnceResult } from '../once.ts';
import { onState } from './context.ts';
import type { CommandSpec } from './program.ts';
import { onceTold } from './run.ts';
import { waitMsOf, waitOption } from './wait.ts';

export const apply: CommandSpec = {
  usage: 'apply <plan>',
  summary: 'carries out exactly this plan, or says why it is stale',
  options: [waitOption()],
  async run(context, [plan], options) {
    const waitMs = waitMsOf(options);
    const { result } = await onState<OnceResult>(context, 'apply', { plan, waitMs });
    return onceTold(context.output, result);
  },
};
