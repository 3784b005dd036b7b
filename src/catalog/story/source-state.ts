import { complaintText } from '../../domain/complaint.ts';
import type { SourceFacts } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { SourceRow } from '../../store/plans.ts';
import type { RunRow } from '../../store/runs.ts';
import { goneText } from '../intake/gone-export.ts';
import type { IntakeLook } from '../intake/intake.ts';
import { isLonely, waitSentence } from '../intake/lonely-files.ts';
import { missedText } from '../intake/missed-export.ts';
import { notReadYet } from '../intake/not-read-yet.ts';
import { restlessSentence } from '../intake/restless-files.ts';
import { settledText, untakenOf } from '../intake/unread-exports.ts';
import { newColumnsText } from '../plan/new-columns.ts';
import { shortReach } from '../plan/older-rows.ts';
import { isUnderWay } from '../state/counting-runs.ts';
import { openHolds } from '../state/held-facts.ts';
import { leftInactiveText } from '../state/left-fields.ts';
import { pauseOf } from '../state/pause.ts';
import { pausedOpen, waitsText } from '../state/pauses.ts';
import { openRefusal, settledBy, sourceOf } from '../state/refused-changes.ts';
import { waitingConfiguration } from '../state/waiting-configuration.ts';
import type { CatalogStore, SourceConfig, StateDeps } from '../terms/ports.ts';
import { whyRefused } from '../terms/refusal.ts';

type StateText = Pick<SourceFacts, 'state' | 'sentence'>;

interface Seen {
  readonly look: IntakeLook | undefined;
  /** The newest run of the source. */
  readonly run: RunRow | undefined;
}

/** How it stands with a source, in one word and one sentence. */
export function stateOf(
  { store, config }: StateDeps,
  source: SourceConfig,
  { look, run }: Seen,
): StateText {
  const row = store.sources.get(source.name);
  if (row?.paused === 1) return { state: 'paused', sentence: pausedText(store, row, look?.left) };
  if (look?.offline !== undefined) return { state: 'offline', sentence: look.offline.sentence };
  const held = openHolds({ store, config }).find((hold) => sourceOf(hold) === source.name);
  if (held !== undefined) return { state: 'held', sentence: held.sentence };
  // Also behind an undo, which does not read the refused file.
  const refusal = openRefusal(store, source.name);
  if (refusal !== undefined) return { state: 'refused', sentence: whyRefused(refusal) };
  const [untaken] = untakenOf(store, source, look);
  if (untaken !== undefined) return { state: 'refused', sentence: complaintText(untaken) };
  const inFolder = look && stateOfFolder(store, source, { look, run });
  if (inFolder !== undefined) return inFolder;
  if (run === undefined) return { state: 'waiting', sentence: unreadText(source, look?.missed) };
  const newest = store.runs.newestExport(source.name);
  const settled = newest?.refused == null ? undefined : settledBy(store, newest.id);
  if (newest === undefined || settled === undefined)
    return withNotes(store, stateOfRead(store, run), { source, look });
  const before = settledText(newest, settled);
  const counting = store.runs.get(row?.accepted_run ?? 0);
  if (counting === undefined) return { state: 'inStep', sentence: before };
  const { state, sentence } = stateOfRead(store, counting);
  return { state, sentence: `${before} ${sentence}` };
}

/** Since when and by whom, the run that waits, and how many files of changes wait in the spool. */
function pausedText(store: CatalogStore, { name }: SourceRow, left = 0): string {
  const pause = pauseOf(store, name);
  const by =
    pause === undefined ? '' : ` since ${new Date(pause.at).toISOString()} by ${pause.who}`;
  const open = pausedOpen(store, name);
  return [
    `Paused${by}: nothing is sent.`,
    ...(open === undefined ? [] : [waitsText(open.run)]),
    ...(left === 0 ? [] : [leftText(left, open === undefined ? '' : 'more ')]),
  ].join(' ');
}

function unreadText(source: SourceConfig, missed: IntakeLook['missed']): string {
  const sentence = `No file ${source.files} has been read yet`;
  return missed === undefined ? `${sentence}.` : `${sentence}: ${missedText(source, missed)}`;
}

/** The state by files in the folder that are not read; undefined where there is none. */
function stateOfFolder(
  store: CatalogStore,
  source: SourceConfig,
  { look, run }: Seen & { readonly look: IntakeLook },
): StateText | undefined {
  const waiting = stateOfWaiting(look.waiting);
  if (waiting !== undefined) return waiting;
  const { left = 0 } = look;
  if (left > 0) return { state: 'reading', sentence: queueText(store, run, left) };
  const unread = notReadYet(store, source, look);
  return unread === undefined ? undefined : { state: 'waiting', sentence: unread };
}

/** The state by files that cannot be taken as they are in the folder. */
function stateOfWaiting(files: IntakeLook['waiting']): StateText | undefined {
  const unreadable = files.find((file) => file.unreadable !== undefined);
  if (unreadable !== undefined) return { state: 'offline', sentence: waitSentence(unreadable) };
  const waiting = files.find(isLonely) ?? files.find(({ why }) => why === 'olderAgain');
  if (waiting !== undefined) return { state: 'waiting', sentence: waitSentence(waiting) };
  const restless = files.find(({ neverRests }) => neverRests);
  if (restless === undefined) return undefined;
  return { state: 'waiting', sentence: restlessSentence(restless) };
}

function withNotes(
  store: CatalogStore,
  found: StateText,
  { source, look }: { readonly source: SourceConfig; readonly look: IntakeLook | undefined },
): StateText {
  const gone = look?.gone && goneText(source, look.gone);
  const waiting = waitingConfiguration(store, source.name) ?? shortReach(store, source.name);
  const inactive = leftInactiveText(store, source.name);
  const stock = unusedText(store, source.name);
  const columns = newColumnsText(store, source);
  const sentences = [found.sentence, stock, gone, waiting, inactive, columns];
  return { ...found, sentence: sentences.filter((text) => text !== undefined).join(' ') };
}

/** Whatever a release would send is told as held, so what is held beside that is stock which another source gives now. */
function unusedText({ holds }: CatalogStore, source: string): string | undefined {
  return holds.open().some((hold) => hold.source === source)
    ? 'The stock that a brake held of it is not sent: another source gives the stock now.'
    : undefined;
}

/** The export that is under way, and how many wait behind it. */
function queueText(store: CatalogStore, run: RunRow | undefined, left: number): string {
  if (run === undefined || !isUnderWay(store.sources.get(run.source))) return leftText(left, '');
  return `${stateOfRead(store, run).sentence} ${leftText(left, 'more ')}`;
}

function leftText(left: number, more: string): string {
  return left === 1
    ? `1 ${more}export waits to be read.`
    : `${left} ${more}exports wait to be read, one after the other.`;
}

/** How far a file is that was not refused. */
function stateOfRead(store: CatalogStore, run: RunRow): StateText {
  const row = store.sources.get(run.source);
  if (isOnlyOfBackup(store, run))
    return {
      state: 'waiting',
      sentence: `${shownExport(run.file)} was read before the backup that was restored; nothing has been read since.`,
    };
  if (row?.plan === null && row.done === 0)
    return { state: 'reading', sentence: `Reads ${shownExport(run.file)}.` };
  if (run.waiting > 0)
    return {
      state: 'sending',
      sentence: `${run.waiting} of ${run.read} rows wait for the marketplace.`,
    };
  // No row waits, but vanished articles may still have to be taken off sale.
  if (row?.done === 0)
    return {
      state: 'sending',
      sentence: `${shownExport(run.file)}: changes wait for the marketplace.`,
    };
  const newest = newestFile(store, run);
  const isAllRejected = newest.read > 0 && newest.rejected === newest.read;
  return { state: isAllRejected ? 'refused' : 'inStep', sentence: stepSentence(newest) };
}

/** After a restore no file counts until one is read; older files of changes are never read again (fault 34). */
export function isOnlyOfBackup({ sources }: CatalogStore, { id, source }: RunRow): boolean {
  return sources.get(source)?.run === null && sources.isFromBackup(id);
}

/** Released rows of an older file are the newest run, but not of the newest file: answers the run of that file. */
export function newestFile({ runs, sources }: CatalogStore, run: RunRow): RunRow {
  const taken = sources.taken(run.source, run.file)?.run ?? run.id;
  if (taken >= run.id) return run;
  const newest = runs.get(sources.newestTaken(run.source));
  return newest === undefined || newest.refused !== null ? run : newest;
}

function stepSentence({ file, read, unchanged, sent, rejected, skipped }: RunRow): string {
  const others = [
    rejected === 0 ? [] : [`${rejected} rejected`],
    skipped === 0 ? [] : [`${skipped} skipped`],
  ].flat();
  return `${shownExport(file)}: ${[`${unchanged + sent} of ${read} rows in step`, ...others].join(', ')}.`;
}
