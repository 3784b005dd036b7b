import path from 'node:path';
import { seeded } from '../../support/seeded.ts';
import { Disk, type Loss, type Tree } from './disk.ts';
import type { Recording } from './recording.ts';
import type { RequestHead, Step } from './trace.ts';

/** After so many steps the power goes. */
export interface Cut {
  readonly at: number;
  readonly loss: Loss;
  readonly seed: number;
  /** An ERP that has taken every order file by then, or none. */
  readonly isTaken: boolean;
}

/** What a cut leaves on the disk, and what the outside has seen by then. */
export interface Left {
  readonly cut: Cut;
  readonly tree: Tree;
  /** Mutations that had left. */
  readonly sent: readonly RequestHead[];
  /** Cursors that had been asked for. */
  readonly cursors: readonly string[];
  /** Order files that could be seen, by name. */
  readonly seen: ReadonlyMap<string, string>;
}

const losses: readonly Loss[] = ['asked', 'journal', 'torn'];

/** Half of them right after a request has left or a name has changed, where a loss shows; the others anywhere. */
export function cutsOf({ steps }: Recording, count: number, seed: number): readonly Cut[] {
  const random = seeded(seed);
  const after = (fits: (step: Step) => boolean): number[] =>
    steps.flatMap((step, index) => (fits(step) ? [index + 1] : []));
  const telling = after(({ kind }) => kind === 'sent' || kind === 'rename');
  const any = after(({ kind }) => kind !== 'open');
  const places = [
    ...spread(telling, Math.ceil(count / 2), random()),
    ...spread(any, Math.floor(count / 2), random()),
  ];
  return places
    .map((at, index) => ({
      at,
      loss: losses[index % losses.length]!,
      seed: Math.floor(random() * 2 ** 31),
      isTaken: random() < 0.5,
    }))
    .toSorted((a, b) => a.at - b.at);
}

function spread(places: readonly number[], count: number, offset: number): readonly number[] {
  return Array.from(
    { length: count },
    (_, index) => places[Math.floor(((index + offset) * places.length) / count)]!,
  );
}

/** What each cut leaves, one after the other: a disk with all its versions is not kept twice. */
export function* leftBy(
  recording: Recording,
  folder: string,
  cuts: readonly Cut[],
): Generator<Left> {
  const disk = new Disk(folder, recording.before);
  const seen = new Map(orderFilesOf(recording.before));
  const sent: RequestHead[] = [];
  let applied = 0;
  for (const cut of cuts) {
    const goesLater = (): boolean => applied < cut.at || !isInTurn(recording, sent);
    for (; goesLater(); applied += 1) {
      const step = recording.steps[applied]!;
      disk.apply(step);
      if (step.kind === 'sent') sent.push(step.head);
      if (step.kind === 'rename' && isOrderFile(path.relative(folder, step.to)))
        seen.set(path.basename(step.to), disk.read(step.to)!.toString());
    }
    const whole = disk.after(cut.loss, seeded(cut.seed));
    const files = new Map(orderFilesOf(whole));
    const tree = cut.isTaken ? without(whole, [...files.keys()]) : whole;
    yield {
      cut,
      tree,
      sent: sent.filter(({ method }) => method !== 'GET'),
      cursors: cursorsOf(sent),
      seen: new Map(seen),
    };
  }
}

/**
 * Of two requests on their way the later one may have come first: there is no state of the marketplace between them.
 */
function isInTurn({ mutations }: Recording, sent: readonly RequestHead[]): boolean {
  const keys = sent.flatMap(({ method, key }) => (method === 'GET' ? [] : [key]));
  return mutations.slice(0, keys.length).every(({ key }) => keys.includes(key));
}

export function cursorsOf(sent: readonly RequestHead[]): readonly string[] {
  const asked = sent.map((head) => new URL(head.path, 'http://host').searchParams.get('cursor'));
  return asked.filter((cursor) => cursor !== null);
}

const isOrderFile = (file: string): boolean => /^orders\/[^./][^/]*$/.test(file);

function orderFilesOf(tree: Tree): readonly (readonly [string, string])[] {
  return [...tree].flatMap(([file, content]) =>
    isOrderFile(file) ? [[path.basename(file), content.toString()] as const] : [],
  );
}

function without(tree: Tree, names: readonly string[]): Tree {
  return new Map([...tree].filter(([file]) => !names.includes(path.relative('orders', file))));
}
