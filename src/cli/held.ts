import type { HeldFacts } from '../domain/facts.ts';
import { onState } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const held: CommandSpec = {
  usage: 'held',
  summary: 'what a brake holds, in one sentence each',
  async run(context) {
    const done = await onState<readonly HeldFacts[]>(context, 'held', {});
    if (done === undefined) return exitCodes.configuration;
    context.output.result(done.result, () =>
      done.result.length === 0 ? 'Nothing is held.' : done.result.map(heldText).join('\n'),
    );
    return exitCodes.done;
  },
};

function heldText({ id, source, run, sentence, since, remedy }: HeldFacts): string {
  const action = remedy ?? `Allow exactly this: stockhand release ${id}`;
  return `${id}  ${source}, run ${run}, since ${since}\n  ${sentence}\n  ${action}`;
}
