import type { RunRow } from '../../store/runs.ts';
import { openAgain, recordsIn } from '../export/open-export.ts';
import type { Mapped, MappedRow } from '../mapping/mapped-row.ts';
import { ownFields } from '../mapping/merge.ts';
import { grouped } from '../terms/grouped.ts';
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
  const open = findings.filter(({ kind }) => kind === 'edited' || kind === 'stockDiffers');
  const files = [...grouped(open, ({ run }) => run)].flatMap(([run, group]) => {
    const before = deps.store.runs.before(run ?? 0);
    return before === undefined ? [] : [[before, group] as const];
  });
  const newest = files.sort(([a], [b]) => b.id - a.id).slice(0, filesMax);
  for (const [run, group] of newest) await compareWithFile(deps, run, group);
}

async function compareWithFile(
  deps: Deps,
  run: RunRow,
  findings: readonly Finding[],
): Promise<void> {
  const source = deps.config.sources.find(({ name }) => name === run.source);
  const opened = source && (await openAgain(deps, source, run));
  if (source === undefined || opened === undefined) return;
  const wanted = grouped(findings, ({ externalId }) => externalId);
  for await (const record of recordsIn(opened, () => deps.clock.breathe()))
    markLost(source, opened.mapper.map(record), wanted);
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
