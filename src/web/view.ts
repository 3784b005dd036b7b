import type { Language } from '../config/declaration.ts';
import type { HeldFacts, NeedsYou, RunBooks, StatusFacts } from '../domain/facts.ts';
import { shownExport } from '../domain/file-name.ts';
import { Format, type Moment } from './moments.ts';
import { type PanelView, panels, type Telling } from './panels.ts';
import { sentences } from './sentences.ts';
import { shownState, type Tone } from './states.ts';
import { type Words, words } from './words.ts';

export interface NeedView extends NeedsYou {
  /** Present for what a brake holds: the number that must be typed to release it (fault 112). */
  readonly release?: { readonly id: string; readonly number: number; readonly sentence: string };
}

export interface RunView {
  readonly run: number;
  readonly source: string;
  readonly file: string;
  readonly sha256: string;
  /** read, unchanged, sent, held, rejected, skipped, waiting, as shown texts. */
  readonly counts: readonly string[];
  /** True where its file was read, and read = unchanged + sent + held + rejected + skipped. */
  readonly balanced: boolean;
  /** The same in words, and whether something is still waiting. */
  readonly books: string;
}

/** What the page shows, ready to draw: the server's HTML and the browser's script read the same. */
export interface PageView {
  readonly language: Language;
  readonly words: Words;
  readonly tone: Tone;
  readonly word: string;
  readonly since: Moment;
  readonly sentence: string;
  readonly sandbox: boolean;
  readonly version: string;
  readonly panels: readonly PanelView[];
  readonly needsYou: readonly NeedView[];
  /** Parked items that can be sent again together; 0 hides the action. */
  readonly parked: number;
  readonly runs: readonly RunView[];
  readonly events: readonly { readonly at: Moment; readonly text: string }[];
}

export interface Viewing {
  readonly language: Language;
  readonly nowMs: number;
  /** For tests; otherwise the zone of the computer. */
  readonly timeZone?: string;
}

const eventsMax = 50;

/** Makes the page of the facts. It is pure: the moment and the language are given. */
export function pageView(facts: StatusFacts, { language, nowMs, timeZone }: Viewing): PageView {
  const format = new Format(language, nowMs, timeZone);
  const telling: Telling = {
    words: words[language],
    sentences: sentences[language],
    format,
    nowMs,
  };
  return {
    language,
    words: telling.words,
    ...shownState(facts.state, telling.words),
    since: format.moment(Date.parse(facts.since)),
    sentence: facts.headline ?? facts.sentence,
    sandbox: facts.sandbox,
    version: facts.version,
    panels: panels(facts, telling),
    needsYou: needs(facts, format),
    parked: parkedItems(facts),
    runs: (facts.catalog?.sources ?? []).flatMap(({ lastRun }) =>
      lastRun === undefined ? [] : [runView(lastRun, telling)],
    ),
    events: facts.events.slice(0, eventsMax).map(({ at, text }) => ({
      at: format.moment(Date.parse(at)),
      text,
    })),
  };
}

/** Everything that `retry` of all would send again. */
export function parkedItems({ catalog, orders }: StatusFacts): number {
  const ofArticles = (catalog?.products.parked ?? 0) + (catalog?.pictures?.refused ?? 0);
  return ofArticles + (orders?.outbox.parked ?? 0) + (orders?.commands.parked ?? 0);
}

/** What is held is in the list once: at its own entry where the facts have one, else as an entry of its own. */
function needs({ needsYou, catalog }: StatusFacts, format: Format): readonly NeedView[] {
  const held = catalog?.held ?? [];
  const listed = needsYou.map((need): NeedView => {
    const own = held.find((each) => belongs(need, each));
    return own === undefined ? need : { ...need, ...release(own) };
  });
  const unlisted = held.filter((each) => !needsYou.some((need) => belongs(need, each)));
  return [
    ...listed,
    ...unlisted.map((each) => ({
      id: each.id,
      what: each.sentence,
      cause: `${each.source}, run ${each.run}, ${format.text(Date.parse(each.since))}`,
      effect: '',
      fix: '',
      ...release(each),
    })),
  ];
}

/** `h7` or `held:h7` is the entry of the hold `h7`. */
function belongs(need: NeedsYou, held: HeldFacts): boolean {
  return need.id === held.id || need.id.endsWith(`:${held.id}`);
}

function release({
  id,
  items,
  sentence,
  isUnreleasable = false,
}: HeldFacts): Pick<NeedView, 'release'> {
  return isUnreleasable ? {} : { release: { id, number: items, sentence } };
}

function runView(run: RunBooks, { words, format }: Telling): RunView {
  const { read, unchanged, sent, held, rejected, skipped, waiting } = run;
  const adds = read === unchanged + sent + held + rejected + skipped;
  const books = adds ? words.balanced : words.unbalanced;
  const open = run.final ? books : `${books}, ${words.notFinal}`;
  return {
    run: run.run,
    source: run.source,
    file: shownExport(run.file),
    sha256: run.sha256,
    counts: [read, unchanged, sent, held, rejected, skipped, waiting].map((count) =>
      format.number(count),
    ),
    balanced: adds && !run.isRefused,
    books: run.isRefused ? words.refused : open,
  };
}
