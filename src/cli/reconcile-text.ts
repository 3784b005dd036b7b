import type { DifferenceClass } from '../catalog/reconcile-classes.ts';
import type { ReconcileReport } from '../catalog/reconcile-report.ts';
import { shownValue } from '../domain/complaint.ts';

const words: Readonly<Record<DifferenceClass, string>> = {
  notOurs: 'there, and named by no export (never touched)',
  neverConfirmed: 'there, but never confirmed',
  missing: 'missing there',
  edited: 'edited in the portal',
  lostCall: 'as before our last change, or without an answer',
  stockDiffers: 'another stock',
  stockReserved: 'less stock by accepted orders that the ERP has not exported yet (right)',
};

export function reconcileText(report: ReconcileReport): string {
  const { compared, listed, underWay, unknownContent, differences, fixed } = report;
  const notes = [
    underWay === 0 ? [] : [`${underWay} were left out: a request for them is under way.`],
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
    `${listed} products in the list, ${compared} compared.`,
    ...notes,
    ...found,
    endText(differences, fixed),
  ].join('\n');
}

function endText(differences: number, fixed: number): string {
  if (differences === 0) return 'Everything is as it was confirmed.';
  if (fixed === 0) return `${differences} differences. Send again: stockhand reconcile --fix`;
  const left = differences - fixed;
  const rest = left === 0 ? '' : ` ${left} cannot be sent now: no export that counts names them.`;
  return `${differences} differences, ${fixed} sent again.${rest}`;
}
