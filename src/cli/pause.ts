import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const pause = command(
  'pause',
  true,
  'stops sending and the reading of orders until resume, for stocktaking or an ERP migration; also after a restart',
);
export const resume = command('resume', false, 'ends a pause');

function command(name: string, paused: boolean, summary: string): CommandSpec {
  return {
    usage: `${name} [what]`,
    summary: `${summary} (catalog, orders, or the name of a source; default: everything)`,
    run: (context, [what]) =>
      answer<{ names: readonly string[] }>(
        context,
        { command: name, args: { what } },
        ({ names }) => {
          if (names.length === 0)
            return paused ? 'There is nothing to pause.' : 'Nothing was paused.';
          return `${paused ? 'Paused' : 'Resumed'}: ${names.join(', ')}.`;
        },
      ),
  };
}
