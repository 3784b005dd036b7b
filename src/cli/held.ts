import type { HeldFacts } from '../domain/facts.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const held: CommandSpec = {
  usage: 'held',
  summary: 'shows what the brakes hold, with one sentence for each',
  run: (context) =>
    answer<readonly HeldFacts[]>(context, { command: 'held' }, (found) =>
      found.length === 0 ? 'Nothing is held.' : found.map(heldText).join('\n'),
    ),
};

function heldText({ id, source, run, sentence, since, remedy }: HeldFacts): string {
  const action = remedy ?? `Allow exactly this: stockhand release ${id}`;
  return `${id}  ${source}, run ${run}, since ${since}\n  ${sentence}\n  ${action}`;
}
