import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { EngineDeps } from '../terms/ports.ts';
import { complaintRow } from '../terms/refusal.ts';

const code = 'ITEM_UNREACHABLE' as const;

export function complainUnreachable(
  { store }: Pick<EngineDeps, 'store'>,
  run: number,
  externalId: string,
): void {
  const complaint = {
    code,
    value: externalId,
    rule: 'has vanished from the export, but cannot be hidden or unpublished from here.',
    remedy: 'Hide it in the supplier portal.',
  };
  store.complaints.add(run, complaintRow(complaint, { externalId }));
}

/** No result file has a row for what has vanished, so it is told here, until an export names it again. */
export function unreachableNeeds({
  store: { sources, complaints },
  config,
}: Pick<EngineDeps, 'store' | 'config'>): readonly NeedsYou[] {
  const rows = config.sources.flatMap(({ name }) =>
    complaints.ofCode(sources.acceptedRun(name) ?? 0, code),
  );
  const articles = new Set(rows.map(({ external_id: externalId }) => externalId ?? ''));
  const [first] = articles;
  if (first === undefined) return [];
  return [
    {
      id: 'removals-unreachable',
      what: `${counted(articles.size, 'article')} that exports no longer name cannot be hidden.`,
      cause: `First: ${first}. Nothing is kept of the fields that were exported last, and without them none is sent.`,
      effect: 'Buyers can still order what the ERP does not export.',
      fix: 'Export these articles once more: left out after that, they are hidden. Until then hide them in the supplier portal.',
    },
  ];
}
