import { counted } from '../domain/counted.ts';
import type { SourceFacts } from '../domain/facts.ts';

type Source = Pick<SourceFacts, 'name' | 'otherwise'>;

/** What is paused although something of it waits. */
export interface Paused {
  /** As `resume` takes it. */
  readonly name: string;
  /** Since when and by whom. */
  readonly text: string;
}

/** What the sentence above everything is made of. */
export interface HeadlineWords {
  readonly inStep: string;
  inStepBut(apart: readonly string[]): string;
  takenBack(sources: readonly Source[]): string;
  outOfReach(sources: readonly string[]): string;
  misnamed(sources: readonly string[]): string;
  neverRead(sources: readonly string[]): string;
  onlyOfBackup(sources: readonly string[]): string;
  picturesMissing(count: number): string;
  ordersBefore(startFrom: string): string;
  readonly moving: string;
  working(what: string): string;
  lonely(sources: readonly string[]): string;
  readonly unread: string;
  paused(paused: readonly Paused[]): string;
  beside(what: string): string;
  needs(count: number): string;
  readonly rest: string;
  restBeside(paused: readonly Paused[]): string;
  readonly failing: string;
  readonly failingInPart: string;
  alsoPaused(paused: readonly Paused[]): string;
}

const pausedTexts = (paused: readonly Paused[]): string =>
  paused.map(({ text }) => text).join('; ');

export const english: HeadlineWords = {
  inStep: 'Everything is in step.',
  inStepBut: (apart) => `In step, except for ${apart.join('; and ')}.`,
  takenBack: (sources) =>
    `what a person took back: ${sources.map(({ name, otherwise }) => `${name}: ${otherwise}`).join('; ')}`,
  outOfReach: (sources) =>
    `what a changed configuration of ${sources.join(' and ')} does not reach`,
  misnamed: (sources) =>
    `the export of ${sources.join(' and ')}, which is there under another name and is not read`,
  neverRead: (sources) => `${sources.join(' and ')}, of which no export has been read yet`,
  onlyOfBackup: (sources) =>
    `${sources.join(' and ')}, of which no export has been read since the backup was restored`,
  picturesMissing: (count) => `pictures that are named but missing (${count})`,
  ordersBefore: (startFrom) => `orders, which are not read before ${startFrom} (orders.startFrom)`,
  moving: 'what has changed is on its way.',
  working: (what) => `Working: ${what}`,
  lonely: (sources) => `the export of ${sources.join(' and ')} waits for another file`,
  unread: 'orders could not be read and are asked for again',
  paused: (paused) => `What is open waits: ${pausedTexts(paused)}.`,
  beside: (what) => `Also: ${what}`,
  needs: (count) => counted(count, 'item needs you.', 'items need you.'),
  rest: 'The rest is in step or on its way.',
  restBeside: (paused) => `The rest is in step or on its way, or waits: ${pausedTexts(paused)}.`,
  failing: 'Nothing can be sent.',
  failingInPart: 'Not everything can be sent.',
  alsoPaused: (paused) => `Also: ${pausedTexts(paused)}.`,
};

/** Where no daemon runs, nothing is on its way. */
export const englishAtRest: HeadlineWords = {
  ...english,
  moving: 'what has changed waits.',
  working: (what) => `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
  rest: 'The rest is in step or waits.',
  restBeside: (paused) => `The rest is in step or waits: ${pausedTexts(paused)}.`,
};

/** Of what the sources say themselves, in English, the names are here alone: each has its own line on the page. */
export const german: HeadlineWords = {
  inStep: 'Alles ist im Gleichstand.',
  inStepBut: (apart) => `Im Gleichstand, außer ${apart.join('; und ')}.`,
  takenBack: (sources) => `dem, was zurückgenommen wurde (${namesOf(sources)})`,
  outOfReach: (sources) =>
    `dem, was eine geänderte Konfiguration von ${sources.join(' und ')} nicht erreicht`,
  misnamed: (sources) =>
    `dem Export von ${sources.join(' und ')}, der unter anderem Namen dasteht und nicht gelesen wird`,
  neverRead: (sources) => `${sources.join(' und ')}: davon wurde noch kein Export gelesen`,
  onlyOfBackup: (sources) =>
    `${sources.join(' und ')}: davon wurde seit der Wiederherstellung kein Export gelesen`,
  picturesMissing: (count) => `Bildern, die genannt und nicht da sind (${count})`,
  ordersBefore: (startFrom) =>
    `Aufträgen, die nicht vor ${startFrom} gelesen werden (orders.startFrom)`,
  moving: 'was sich geändert hat, ist unterwegs.',
  working: (what) => `In Arbeit: ${what}`,
  lonely: (sources) => `der Export von ${sources.join(' und ')} wartet auf eine andere Datei`,
  unread: 'Aufträge konnten nicht gelesen werden und werden noch einmal erfragt',
  paused: (paused) => `Was offen ist, wartet; angehalten: ${pausedNames(paused)}.`,
  beside: (what) => `Daneben: ${what}`,
  needs: (count) => counted(count, 'Punkt braucht Sie.', 'Punkte brauchen Sie.'),
  rest: 'Der Rest ist im Gleichstand oder unterwegs.',
  restBeside: (paused) =>
    `Der Rest ist im Gleichstand oder unterwegs, oder wartet; angehalten: ${pausedNames(paused)}.`,
  failing: 'Es kann nichts gesendet werden.',
  failingInPart: 'Es kann nicht alles gesendet werden.',
  alsoPaused: (paused) => `Daneben angehalten: ${pausedNames(paused)}.`,
};

function namesOf(sources: readonly Source[]): string {
  return sources.map(({ name }) => name).join(', ');
}

/** Pictures are of no source and continue with all of them. */
const germanNames: ReadonlyMap<string, string> = new Map([
  ['orders', 'Aufträge'],
  ['catalog', 'Bilder'],
]);

function pausedNames(paused: readonly Paused[]): string {
  const names = paused.map(({ name }) => ({
    name,
    shown: germanNames.get(name) ?? name,
  }));
  return names.map(({ name, shown }) => `${shown} (stockhand resume ${name})`).join('; ');
}
