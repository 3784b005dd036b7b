import { complaintText } from '../../domain/complaint.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { FolderWatch } from '../../files/watch.ts';
import type { CatalogConfig, EngineDeps, SourceConfig } from '../terms/ports.ts';
import { goneText } from './gone-export.ts';
import { createIntake, type Intake, type IntakeDeps, type IntakeLook } from './intake.ts';
import {
  isLonely,
  lonelyNeeds,
  type UnreadFile,
  waitRemedy,
  waitSentence,
} from './lonely-files.ts';
import { missedNeeds, missedText } from './missed-export.ts';
import { notReadYet } from './not-read-yet.ts';
import { unmovedNeeds } from './unmoved.ts';
import { untakenOf } from './unread-exports.ts';

/** A file that waits; `run --once` waits for it until `giveUpAtMs` (monotonic). */
interface Waiting extends UnreadFile {
  readonly source: string;
}

export interface LooksDeps extends IntakeDeps, Pick<EngineDeps, 'fits'> {
  readonly config: CatalogConfig;
  /** Told of every scan. Absent: only the clock wakes the loop. */
  readonly watch?: Pick<FolderWatch, 'looking' | 'looked' | 'facts' | 'close'>;
}

export const lookEveryMs = 2_000;

/** The looks at all folders, one after the other; what they find is copied beside them. */
export interface Looks {
  readonly intakes: readonly { readonly source: SourceConfig; readonly intake: Intake }[];
  /** The last look at each source's folder. */
  readonly last: ReadonlyMap<string, IntakeLook & { readonly at: number }>;
  /** Somebody has asked for a look. */
  readonly isAskedFor: boolean;
  ask(): void;
  /** Until the next look is due. */
  waitMs(): number;
  all(): Promise<void>;
  /** Looks until everything at rest has been taken. */
  take(signal: AbortSignal): Promise<void>;
  /** An export is on its way into the spool, and no run speaks of it yet. */
  isTaking(): boolean;
  /** An export of this source is on its way into the spool, or waits for the one before it. */
  hasMore(source: string): boolean;
  /** Waits for the copies under way; true where another look has something to take. */
  copied(): Promise<boolean>;
  /** Files that are not at rest, or were not while they were copied. */
  waiting(): readonly Waiting[];
  /** Offline folders and files that could not be read, in words with what to do; of one source, or of all. */
  unread(only?: string): string[];
  /**
   * At the end of a pass: `missing` needs a person (a file without its done file, or that could not be moved); `unread`
   * continues by itself.
   */
  leftOver(): { readonly unread: string[]; readonly missing: readonly NeedsYou[] };
  /** In words: exports that count and have gone from their folder, and names that `files:` just misses. */
  strange(): readonly string[];
  /**
   * In words, why exports may say what nobody knows: folders that are offline, and files without their done file or
   * companion, that never rest, that cannot be read, whose name does not fit, or that nobody has read yet.
   */
  unknown(): readonly string[];
  /** In words: files that cannot be taken, files that undo took back, and names that fit and are no files. */
  untaken(only?: string): readonly string[];
  /** For an applied plan, which knows nothing of them: that stock files wait to be read. */
  queued(): readonly string[];
}

export function createLooks(deps: LooksDeps): Looks {
  const { clock, config, watch } = deps;
  const intakes = config.sources.map((source) => ({ source, intake: createIntake(deps, source) }));
  const last = new Map<string, IntakeLook & { readonly at: number }>();
  const tell = createTelling(deps);
  let isAskedFor = true;
  let nextMs = 0;

  const all = async (): Promise<void> => {
    isAskedFor = false;
    let next = clock.monotonic() + lookEveryMs;
    for (const { folder } of config.sources) watch?.looking(folder);
    for (const { source, intake } of intakes) {
      const look = await intake.look();
      last.set(source.name, { ...look, at: clock.now() });
      tell(source, look);
      next = Math.min(next, look.nextLookAtMs ?? next);
    }
    nextMs = next;
  };
  const restMs = (): number => Math.max(0, nextMs - clock.monotonic());
  const copied = async (): Promise<boolean> => {
    await Promise.all(intakes.map(({ intake }) => intake.copying.underWay));
    return intakes.some(({ intake }) => intake.copying.isOpen);
  };
  const waiting = (): readonly Waiting[] => waitingOf({ intakes, last });
  return {
    intakes,
    last,
    get isAskedFor() {
      return isAskedFor;
    },
    ask() {
      isAskedFor = true;
    },
    waitMs: () => (isAskedFor || intakes.some(isReady) ? 0 : restMs()),
    all,
    async take(signal) {
      do await all();
      while ((await copied()) && !signal.aborted);
    },
    isTaking: () => intakes.some(({ intake }) => intake.copying.isOpen),
    hasMore: (name) =>
      intakes.some(
        ({ source, intake }) => name === source.name && (intake.copying.isOpen || intake.hasMore()),
      ),
    copied,
    waiting,
    queued: () =>
      intakes
        .filter(({ source, intake }) => source.kind === 'stock' && intake.hasMore())
        .map(({ source }) => queuedText(source.name)),
    unread: (only) => [...offlineTexts(last, only), ...waitTexts(waiting(), only)],
    strange: () => [...goneTexts({ config, last }), ...missedNotes({ config, last })],
    unknown: () => unknownTexts({ ...deps, last }, waiting()),
    untaken: (only) => untakenTexts(deps, last, only),
    leftOver: () => leftOver({ intakes, last, waiting: waiting() }),
  };
}

function queuedText(name: string): string {
  return `${name}: more stock files wait to be read. What the plan created has the stock that was read before them, until the next pass.`;
}

function waitingOf({ intakes, last }: Pick<Looks, 'intakes' | 'last'>): Waiting[] {
  return intakes.flatMap(({ source, intake }) => {
    const disturbed = intake.disturbed();
    const files = [...(last.get(source.name)?.waiting ?? []), ...(disturbed ? [disturbed] : [])];
    return files.map((file) => ({ ...file, source: source.name }));
  });
}

/**
 * Several sources may read one folder. Its watcher gets one answer,
 * after the last of their looks, whether any saw a change.
 */
function createTelling({ config, watch }: Pick<LooksDeps, 'config' | 'watch'>) {
  const lastOf = new Map(config.sources.map(({ folder, name }) => [folder, name]));
  const changed = new Set<string>();
  return ({ folder, name }: SourceConfig, { scan, isChanged }: IntakeLook): void => {
    if (isChanged) changed.add(folder);
    if (lastOf.get(folder) !== name) return;
    watch?.looked(folder, scan, changed.has(folder));
    changed.delete(folder);
  };
}

function isReady({ intake }: { readonly intake: Intake }): boolean {
  return intake.isReady();
}

function leftOver({
  intakes,
  last,
  waiting,
}: Pick<Looks, 'intakes' | 'last'> & {
  readonly waiting: readonly Waiting[];
}): ReturnType<Looks['leftOver']> {
  return {
    unread: [...offlineTexts(last), ...waitTexts(waiting.filter((file) => !isLonely(file)))],
    missing: intakes.flatMap(({ source, intake }) => [
      ...lonelyNeeds(source, last.get(source.name)?.waiting ?? []),
      ...missedNeeds(source, last.get(source.name)?.missed),
      ...unmovedNeeds(source, intake.unmoved()),
    ]),
  };
}

type Seen = Pick<LooksDeps, 'config'> & Pick<Looks, 'last'>;

/** What the last look at each source has to tell. */
function textsOf(
  { config, last }: Seen,
  textOf: (source: SourceConfig, look: IntakeLook) => string | undefined,
): string[] {
  return config.sources.flatMap((source) => {
    const look = last.get(source.name);
    const text = look && textOf(source, look);
    return text === undefined ? [] : [`${source.name}: ${text}`];
  });
}

function unknownTexts(
  of: Seen & Pick<LooksDeps, 'store'>,
  waiting: readonly Waiting[],
): readonly string[] {
  const standing = waiting.filter(
    (file) => isLonely(file) || file.neverRests || file.unreadable !== undefined,
  );
  return [
    ...offlineTexts(of.last),
    ...waitTexts(standing),
    ...textsOf(of, (source, look) => notReadYet(of.store, source, look)),
    ...textsOf(of, (source, { missed }) => missed && missedText(source, missed)),
  ];
}

function untakenTexts({ config, store }: LooksDeps, last: Looks['last'], only?: string): string[] {
  const asked = config.sources.filter(({ name }) => name === (only ?? name));
  return asked.flatMap((source) => {
    const look = last.get(source.name);
    const untaken = [...untakenOf(store, source, look), ...(look?.strays ?? [])];
    return untaken.map((complaint) => `${source.name}: ${complaintText(complaint)}`);
  });
}

function goneTexts(seen: Seen): string[] {
  return textsOf(seen, (source, { gone }) => gone && goneText(source, gone));
}

/** Missed names that need no person: told as notes. */
function missedNotes(seen: Seen): readonly string[] {
  return textsOf(seen, (source, { missed }) =>
    missed && missedNeeds(source, missed).length === 0 ? missedText(source, missed) : undefined,
  );
}

function offlineTexts(last: Looks['last'], only?: string): string[] {
  return [...last].flatMap(([source, { offline }]) =>
    offline === undefined || source !== (only ?? source) ? [] : [`${source}: ${offline.sentence}`],
  );
}

function waitTexts(waiting: readonly Waiting[], only?: string): string[] {
  const asked = waiting.filter(({ source }) => source === (only ?? source));
  return asked.map((file) =>
    [`${file.source}: ${waitSentence(file)}`, waitRemedy(file)].filter(Boolean).join(' '),
  );
}
