import type { AdoptReport } from '../catalog/reconcile/adopt.ts';
import { counted } from '../domain/counted.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const adopt: CommandSpec = {
  usage: 'adopt',
  summary:
    'takes over the articles that are already on the marketplace, so that only differences are sent',
  run: (context) =>
    answer<AdoptReport>(context, { command: 'adopt' }, ({ listed, adopted, known }) =>
      [
        `${counted(listed, 'product')} in the list: ${adopted} taken over, ${known} known already.`,
        'Nothing was sent. See what the exports would send: stockhand plan',
      ].join('\n'),
    ),
};
