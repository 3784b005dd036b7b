import { type Complaint, shownValue } from '../../domain/complaint.ts';
import { count, counted } from '../../domain/counted.ts';
import type { CatalogFacts, HeldFacts, NeedsYou, SourceFacts } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import { placeText } from '../../domain/row-place.ts';
import { unwatchedFact } from '../../domain/unwatched.ts';
import type { Offline } from '../../files/offline.ts';
import type { HoldRow } from '../../store/plans.ts';
import type { ComplaintRow, RunRow } from '../../store/runs.ts';
import type { IntakeLook } from '../intake/intake.ts';
import { isLonely } from '../intake/lonely-files.ts';
import { type LooksDeps, lookEveryMs } from '../intake/looks.ts';
import { missedNeeds } from '../intake/missed-export.ts';
import { notReadYet } from '../intake/not-read-yet.ts';
import { allLeftOutNeed } from '../plan/all-left-out.ts';
import { shortReach } from '../plan/older-rows.ts';
import { unmatchedStockNeed } from '../plan/unmatched-stock.ts';
import { fileInUse } from '../state/counting-file.ts';
import { filesOfRun } from '../state/files-of-run.ts';
import { heldNow, openHolds } from '../state/held-facts.ts';
import { pausedOpen, pauseText } from '../state/pauses.ts';
import { openRefusal } from '../state/refused-changes.ts';
import { chainOfSource } from '../state/undo-chain.ts';
import type { SourceConfig, StateDeps } from '../terms/ports.ts';
import { booksOfRun } from './books.ts';
import { leftOnSale } from './left-on-sale.ts';
import { type Looks, refusedNeed } from './needs-of-looks.ts';
import { isOnlyOfBackup, newestFile, stateOf } from './source-state.ts';
import { unappliedNeed } from './unapplied-need.ts';
import { unknownArticlesNeed } from './unknown-articles-need.ts';

type FactsDeps = StateDeps & Pick<LooksDeps, 'watch'>;

export function factsOf({ store, config, watch }: FactsDeps, looks: Looks): CatalogFacts {
  const watched = watch?.facts() ?? [];
  const sources = config.sources.map((source) => {
    const facts = sourceFacts({ store, config }, source, looks.get(source.name));
    const unwatched = unwatchedFact(watched, { folder: source.folder, lookEveryMs });
    return unwatched === undefined ? facts : { ...facts, unwatched };
  });
  // Rows of a paused source wait for a person, so the pace says nothing of when they are sent.
  const onTheirWay = sources.filter(({ state }) => state !== 'paused');
  const waitingItems = onTheirWay.reduce((sum, { lastRun }) => sum + (lastRun?.waiting ?? 0), 0);
  return {
    sources,
    products: store.mirror.counts(),
    waitingItems,
    held: heldOf({ store, config }),
  };
}

export function heldOf(deps: StateDeps): readonly HeldFacts[] {
  return openHolds(deps).map((hold) => heldNow(deps, hold));
}

function sourceFacts(
  { store, config }: StateDeps,
  source: SourceConfig,
  look: (IntakeLook & { readonly at: number }) | undefined,
): SourceFacts {
  const run = store.runs.newest(source.name);
  const { state, sentence } = stateOf({ store, config }, source, { look, run });
  const waitsFor = look?.waiting.find(isLonely)?.waitsFor;
  const unread = notReadYet(store, source, look);
  const isOpen = unread !== undefined || pausedOpen(store, source.name) !== undefined;
  const paused = isOpen ? pauseText(store, source.name) : undefined;
  return {
    name: source.name,
    kind: source.kind,
    folder: source.folder,
    state,
    sentence,
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(paused === undefined ? {} : { waitsPaused: `${paused} (stockhand resume ${source.name})` }),
    ...(state === 'waiting' && unread !== undefined ? { isUnread: true } : {}),
    ...(missedNeeds(source, look?.missed).length === 0 ? {} : { isMisnamed: true }),
    ...(shortReach(store, source.name) === undefined ? {} : { isShort: true }),
    ...(run !== undefined && isOnlyOfBackup(store, run) ? { isOnlyOfBackup: true } : {}),
    ...(look === undefined ? {} : { lastLookedAt: look.at }),
    ...(run === undefined
      ? {}
      : { lastFile: newestFile(store, run).file, lastRun: booksOfRun(run) }),
    ...(run !== undefined && hasGone(run, state) ? { lastSuccessAt: run.started_at } : {}),
  };
}

/** Something of the run came through: not every row is held or rejected. */
function hasGone(
  { final, refused, read, braked, rejected }: RunRow,
  state: SourceFacts['state'],
): boolean {
  if (final === 0 || refused !== null) return false;
  return read === 0 ? state !== 'held' : braked + rejected < read;
}

/** Held plans, refused files and rejected rows: each with cause, effect and the next action. */
export function needsOfState({ store, config }: StateDeps): readonly NeedsYou[] {
  return [
    ...openHolds({ store, config }).map((hold) => heldNeed({ store, config }, hold)),
    ...config.sources.flatMap((source) => stateNeeds({ store, config }, source)),
  ];
}

/** Why a brake waits for release, by what it holds. */
const holdCauses: Readonly<Record<string, string>> = {
  empty: 'A file without rows would remove everything.',
  rejected: 'So many rows cannot be used that the rest may be wrong too.',
  layout: 'Its columns may not mean what they meant before.',
  refused: 'The next file does not repeat the changes of this one.',
};

const effects: Readonly<Record<string, string>> = {
  refused: 'Its articles stay on the marketplace as they were before it.',
  rejected: 'All articles of the source stay on the marketplace as they are.',
};

function staying({ kind }: HoldRow, items: number): string {
  const what = kind === 'pictures' ? 'picture' : 'article';
  const stay = counted(items, `${what} stays`, `${what}s stay`);
  return `${stay} on the marketplace as ${items === 1 ? 'it is' : 'they are'}`;
}

function heldNeed(deps: StateDeps, hold: HoldRow): NeedsYou {
  const { sources, holds } = deps.store;
  const { id, run, sentence, items, kind } = hold;
  const { remedy } = heldNow(deps, hold);
  const isOlder = run !== (sources.acceptedRun(hold.source) ?? run);
  const gone = isOlder ? (holds.productsOf(id)?.length ?? items) - items : 0;
  const saidAnew = gone > 0 ? `; newer files gave the values of ${gone} more` : '';
  return {
    id: `held:${id}`,
    what: sentence,
    cause: holdCauses[kind] ?? 'The change is larger than the brake lets through by itself.',
    effect: effects[kind] ?? `${staying(hold, items)}${saidAnew}.`,
    fix:
      remedy ??
      `${kind === 'pictures' ? 'Put the files back' : 'Export again'}, or allow exactly this: stockhand release ${id}`,
  };
}

/** Rejected rows are told in the results folder, so nobody learns of them while it cannot be written. */
export function resultsNeed(trouble: Offline['offline'] | undefined): NeedsYou[] {
  if (trouble === undefined) return [];
  const { sentence: cause, remedy: fix } = trouble;
  const what = 'Results cannot be written.';
  const effect = 'What was sent is right; the result files and the books of imports are missing.';
  return [{ id: 'results-offline', what, cause, effect, fix }];
}

function stateNeeds(of: StateDeps, source: SourceConfig): NeedsYou[] {
  const { store } = of;
  const refusal = openRefusal(store, source.name);
  // The last one is the newest file even if undo took it back: its rejected rows stay unread.
  const rejecting = [
    fileInUse(store, source.name),
    store.runs.get(store.sources.acceptedRun(source.name) ?? 0),
    chainOfSource(store, source.name).file,
  ].find((counted) => counted !== undefined && counted.rejected > 0);
  return [
    ...(refusal === undefined ? [] : [refusedNeed(source, JSON.parse(refusal) as Complaint)]),
    ...(rejecting === undefined ? [] : [rejectedNeed(of, source, rejecting)]),
    ...allLeftOutNeed(store, source),
    ...unknownArticlesNeed(of, source),
    ...unmatchedStockNeed(of, source),
    ...unappliedNeed(store, source, of.config),
  ];
}

function rejectedNeed({ store, config }: StateDeps, source: SourceConfig, run: RunRow): NeedsYou {
  const [first] = store.complaints.of(run.id, 1, 'rejected');
  const isOne = run.rejected === 1;
  return {
    id: `rejected-${source.name}`,
    what: `${count(run.rejected)} of ${count(run.read)} rows of ${shownExport(run.file)} ${isOne ? 'was' : 'were'} rejected.`,
    cause:
      first === undefined ? 'See the result file.' : firstRejection(first, filesOfRun(store, run)),
    effect: `${isOne ? 'This article stays on the marketplace as it was' : 'These articles stay on the marketplace as they were'}, ${leftOnSale(source, config)}${newText(source, isOne)}.`,
    // An undo has no rows of a file, so no result file is written for it.
    fix:
      run.undoes === null
        ? `${first?.remedy ?? 'Correct them in the ERP.'} ${isOne ? 'The row is' : 'All of them are'} in ${source.name}-${run.id}.result.csv.`
        : 'What the undo sends is sent once more with stockhand retry --all.',
  };
}

/** On the first day no article is there yet. */
function newText({ kind }: SourceConfig, isOne: boolean): string {
  if (kind === 'stock') return '';
  return isOne ? '; if it is new, it is not created' : '; new ones are not created';
}

function firstRejection(
  { row, column_name: column, value, rule }: ComplaintRow,
  files: readonly string[] | undefined,
): string {
  const cell = [column, value === null ? null : `"${shownValue(value)}"`].filter(
    (part) => part !== null,
  );
  const place = row === null ? [] : [`${placeText(row, files)},`];
  return ['First:', ...place, ...cell, rule].join(' ');
}
