import type { DifferenceClass } from '../catalog/reconcile/reconcile-classes.ts';
import type { UnsentReason } from '../catalog/reconcile/reconcile-fix.ts';
import type { ReconcileReport } from '../catalog/reconcile/reconcile-report.ts';
import { shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';

const words: Readonly<Record<DifferenceClass, string>> = {
  notOurs: 'there, and named by no export (never touched)',
  neverConfirmed: 'there, but never confirmed',
  missing: 'missing there',
  edited: 'edited in the portal',
  lostCall: 'as before our last change, or without an answer',
  stockDiffers: 'another stock',
  stockReserved: 'less stock by accepted orders that the ERP has not exported yet (right)',
  otherStatus: 'not ACTIVE there, by the portal or the marketplace itself (never touched)',
};

export function reconcileText(report: ReconcileReport): string {
  const { compared, listed, underWay, outsidePilot = 0, unknownContent } = report;
  const notes = [
    underWay === 0 ? [] : [`${counted(underWay, 'was', 'were')} left out: a request is under way.`],
    outsidePilot === 0
      ? []
      : [
          `${counted(outsidePilot, 'was', 'were')} left out: not named by only: of the configuration.`,
        ],
    unknownContent === 0
      ? []
      : [`Of ${unknownContent} only presence and stock: what was confirmed is no longer stored.`],
  ].flat();
  const classes = Object.entries(report.classes) as [
    DifferenceClass,
    ReconcileReport['classes'][DifferenceClass],
  ][];
  const found = classes
    .filter(([, { count }]) => count > 0)
    .flatMap(([kind, { count, examples }]) => [
      `${String(count).padStart(7)}  ${words[kind]}`,
      ...examples.map(({ externalId, text }) => `           ${shownValue(externalId)} ${text}`),
    ]);
  return [
    `${counted(listed, 'product')} in the list, ${compared} compared.`,
    ...notes,
    ...found,
    endText(report),
  ].join('\n');
}

function endText(report: ReconcileReport): string {
  const { differences, fixed, over = 0, classes, unsent = {} } = report;
  if (differences === 0)
    return classes.otherStatus.count === 0
      ? 'Everything is as it was confirmed.'
      : 'Everything else is as it was confirmed.';
  const found = counted(differences, 'difference');
  const left = (Object.entries(unsent) as [UnsentReason, number][]).map(
    ([reason, count]) => `${count} ${unsentText[reason]}`,
  );
  if (fixed + over + left.length === 0) return `${found}.${remedyText(report)}`;
  const notSent = left.length === 0 ? '' : ` Not sent: ${left.join('; ')}.`;
  const gone =
    over === 0 ? '' : ` Forgotten: ${over} missing there that no products export in use names.`;
  return `${found}, ${fixed} sent again.${gone}${notSent}`;
}

/** `--fix` sends nothing of what no export names. */
function remedyText({ differences, unexported = 0 }: ReconcileReport): string {
  const byHand =
    unexported === 0
      ? ''
      : ` No export in use names ${unexported} of them: put these right in the supplier portal, or export them again and then run stockhand reconcile --fix.`;
  return differences === unexported ? byHand : `${byHand} Send again: stockhand reconcile --fix`;
}

const unsentText: Readonly<Record<UnsentReason, string>> = {
  unnamed:
    'that no export in use names (put these right in the supplier portal, or export them again and then run stockhand reconcile --fix)',
  paused: 'whose source is paused (stockhand resume)',
  reserved: 'that accepted orders have reserved',
  underWay: 'with a request under way',
  held: 'that are held, refused or not answered yet (stockhand held; stockhand why product ID)',
};
