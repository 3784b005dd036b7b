import type { HeldFacts } from '../../domain/facts.ts';
import type { HoldRow } from '../../store/plans.ts';
import { configurationOf } from '../terms/fingerprint.ts';
import type { HoldKind } from '../terms/plan.ts';
import type { EngineDeps, StateDeps } from '../terms/ports.ts';
import { ownerOfStock } from './owner-of-stock.ts';
import { isPictureHold } from './picture-holds.ts';
import { isOfRefusedChanges, sourceOf } from './refused-changes.ts';

export function heldFacts({ sources }: Sources, hold: HoldRow): HeldFacts {
  const { id, run, sentence, items, since } = hold;
  const facts = { id: String(id), source: sourceOf(hold), run, sentence, items };
  return {
    ...facts,
    since: new Date(since).toISOString(),
    ...(isOfRefusedChanges(hold) && { remedy: settled(hold) }),
    ...(isPast(sources, hold) && { remedy: exportedAnew, isUnreleasable: true }),
    ...(isAllRejected(hold) && { remedy: corrected, isUnreleasable: true }),
  };
}

/** As `heldFacts`, with what to do where the configuration of now is not the one of the hold: then no release helps. */
export function heldNow({ store, config }: StateDeps, hold: HoldRow): HeldFacts {
  const facts = heldFacts(store, hold);
  if (facts.remedy !== undefined || !isJudgedOtherwise(config, hold)) return facts;
  const isRefused = store.runs.newestExport(hold.source)?.refused != null;
  return { ...facts, remedy: isRefused ? refusedNow : readAgain, isUnreleasable: true };
}

const otherwise = 'The configuration or the program was changed since, so this cannot be released';
const refusedNow = `${otherwise}: now the file is refused. Correct the reason that is told for that, or export again; then it is judged anew.`;
const readAgain = `${otherwise} as it is: it is judged anew when the file is read again, with the next pass.`;

function isJudgedOtherwise(config: EngineDeps['config'], hold: HoldRow): boolean {
  const source = config.sources.find(({ name }) => name === hold.source);
  return source !== undefined && configurationOf(source, config) !== hold.configuration;
}

type Sources = Pick<StateDeps['store'], 'sources'>;

/** Of before a restore (fault 34). A hold of pictures has no run, and a refused file of changes is only settled. */
function isPast(sources: Sources['sources'], hold: HoldRow): boolean {
  return hold.run > 0 && sources.isFromBackup(hold.run) && !isOfRefusedChanges(hold);
}

const exportedAnew =
  'Export these articles again: what was held before the restore cannot be released.';

/** What to do about a refused file of changes. */
function settled({ id }: Pick<HoldRow, 'id'>): string {
  return `Export these changes again. If they come under another file name, or if each file has this name, end this with stockhand release ${id}: from then on the file is not read, even if the mapping is corrected.`;
}

/** All rows were rejected or skipped, so releasing it would send nothing; the next file ends the hold. */
export function isAllRejected({ kind, items }: Pick<HoldRow, 'kind' | 'items'>): boolean {
  return kind === 'rejected' && items === 0;
}

const corrected =
  'Correct the cause of the rejections, in the ERP or in the configuration, and export again; nothing in this file can be released.';

/** What waits for release. Holds of a source that is no longer configured are left out until it comes back. */
export function openHolds({ store, config }: StateDeps): HoldRow[] {
  const names = new Set(config.sources.map(({ name }) => name));
  return store.holds
    .open()
    .filter(
      (hold) => isPictureHold(hold) || (names.has(sourceOf(hold)) && sendsOnRelease(config, hold)),
    );
}

/** False where `release` would be refused, whatever file counts by now. */
export function canBeReleased(deps: StateDeps, hold: HoldRow): boolean {
  return heldNow(deps, hold).isUnreleasable !== true && sendsOnRelease(deps.config, hold);
}

const stockKinds: ReadonlySet<string> = new Set<HoldKind>(['zeroed', 'factor']);

/** False for a hold of stock whose source no longer owns the stock: no release would send it. */
export function sendsOnRelease(config: EngineDeps['config'], { kind, source }: HoldRow): boolean {
  return !stockKinds.has(kind) || ownerOfStock(config)?.name === source;
}
