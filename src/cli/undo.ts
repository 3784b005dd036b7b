import type { UndoProposal } from '../catalog/undo/undo.ts';
import { counted } from '../domain/counted.ts';
import { answer } from './context.ts';
import { planText } from './plan.ts';
import type { CommandSpec } from './program.ts';

export const undo: CommandSpec = {
  usage: 'undo <run>',
  summary:
    'shows what would take back a run, call by call, with a plan id for apply; sends nothing',
  options: [
    {
      flags: '--quantities',
      text: 'take back the stock too; normally it is left out, because the earlier stock is no longer true',
    },
  ],
  run(context, [run], options) {
    const args = { run, quantities: options['quantities'] === true };
    return answer<UndoProposal>(context, { command: 'undo', args }, undoText);
  },
};

/** What cannot be taken back is above the plan, so that nobody applies it without having seen it. */
export function undoText(undo: UndoProposal): string {
  const { left, leftCount, quantitiesLeft, against, nothing, picturesStay } = undo;
  if (nothing !== undefined) return `${nothing}\nNothing was sent.${withdrawal(undo)}`;
  const stays = left.map(({ externalId, why }) => `  stays       ${externalId}: ${why}.`);
  return [
    ...stays,
    ...(leftCount > left.length
      ? [`  … and ${counted(leftCount - left.length, 'more that stays', 'more that stay')}.`]
      : []),
    ...(quantitiesLeft === 0
      ? []
      : [
          `  ${counted(quantitiesLeft, 'stock stays as it is', 'stocks stay as they are')} (--quantities takes stock back too).`,
        ]),
    ...(leftCount === 0 ? [] : [`${counted(leftCount, 'article')} cannot be taken back.`]),
    ...(against === undefined ? [] : [against.sentence]),
    planText(undo, picturesStay ? () => '  Pictures stay as they are.' : undefined),
  ].join('\n');
}

/** The no to what a brake holds, or to stock that new articles would have, which needs `apply` like any other undo. */
function withdrawal({ isOfHold, isOfUnknown, plan }: UndoProposal): string {
  if (isOfHold) return `  Withdraw what is held instead of releasing it: stockhand apply ${plan}`;
  if (!isOfUnknown) return '';
  return `  Take back what it says of articles that are created later: stockhand apply ${plan}`;
}
