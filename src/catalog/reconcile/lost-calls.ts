import { openAgain } from '../export/open-export.ts';
import type { Mapped, MappedRow } from '../mapping/mapped-row.ts';
import { ownFields } from '../mapping/merge.ts';
import { listedFields, sumsOfSent } from '../terms/listed.ts';
import type { EngineDeps, ExportDeps, SourceConfig } from '../terms/ports.ts';
import type { Finding } from './compare-list.ts';

type Deps = ExportDeps & Pick<EngineDeps, 'clock'>;

/** At most so many files are opened, the newest first: what older ones exported is long superseded. */
const filesMax = 5;

/**
 * Tells a lost call from an edit in the portal. File 1 said brand A, file 2 said B and was confirmed, the list shows A:
 * nobody edited that; our change was confirmed and then lost (a restored backup, an answer without an effect).
 */
export async function findLostCalls(deps: Deps, findings: readonly Finding[]): Promise<void> {
  const { store } = deps;
  const byFile = new Map<number, Finding[]>();
  for (const finding of findings) {
    const isOpen = finding.kind === 'edited' || finding.kind === 'stockDiffers';
    const before = isOpen && finding.run !== null ? store.runs.before(finding.run) : undefined;
    if (before === undefined) continue;
    const group = byFile.get(before.id) ?? [];
    group.push(finding);
    byFile.set(before.id, group);
  }
  const newest = [...byFile].sort(([a], [b]) => b - a).slice(0, filesMax);
  for (const [run, group] of newest) await compareWithFile(deps, run, group);
}

async function compareWithFile(
  deps: Deps,
  run: number,
  findings: readonly Finding[],
): Promise<void> {
  const row = deps.store.runs.get(run);
  const source = deps.config.sources.find(({ name }) => name === row?.source);
  const opened = source && (await openAgain(deps, source, row));
  if (source === undefined || opened === undefined) return;
  const wanted = byArticle(findings);
  try {
    for await (const { records } of opened.reader.batches()) {
      for (const record of records) markLost(source, opened.mapper.map(record), wanted);
      await deps.clock.breathe();
    }
  } finally {
    opened.close();
  }
}

function byArticle(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const wanted = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = wanted.get(finding.externalId) ?? [];
    group.push(finding);
    wanted.set(finding.externalId, group);
  }
  return wanted;
}

function markLost(
  source: SourceConfig,
  mapped: Mapped,
  wanted: ReadonlyMap<string, readonly Finding[]>,
): void {
  if (mapped.kind !== 'row') return;
  for (const finding of wanted.get(mapped.externalId) ?? [])
    if (saysSame(source, mapped, finding)) finding.kind = 'lostCall';
}

function saysSame(source: SourceConfig, mapped: MappedRow, finding: Finding): boolean {
  if (finding.aspect === 'stock') return mapped.quantity === finding.quantity;
  const sums = sumsOfSent(ownFields(mapped, undefined, source.empty));
  return finding.fields.every((field) => {
    const index = listedFields.indexOf(field);
    return sums[index] === finding.listed?.[index];
  });
}
