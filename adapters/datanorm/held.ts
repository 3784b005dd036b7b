import { type DatanormFile, type Line, lineOf } from './file.ts';
import { placesMax, textBytesMax } from './limits.ts';

/** Lines that stand together in a file. */
interface Place {
  readonly file: DatanormFile;
  readonly start: number;
  end: number;
  /** Of its first line in the text; NaN where lines have none. */
  readonly number: number;
}

/** Between two lines stand a line end and at most a few blank lines. */
const gapMax = 8;

/**
 * Records that stand away from the article they belong to. Only their places are held, and their bytes are read again
 * when asked for: a delivery may be a thousand times larger than what may stay in memory.
 */
export class Held {
  readonly #places = new Map<string, Place[]>();
  readonly #numberOf: (line: Line) => number;
  #count = 0;

  /** With the numbers of its lines, what begins anew at another place replaces what was there before. */
  constructor(numberOf: (line: Line) => number = () => Number.NaN) {
    this.#numberOf = numberOf;
  }

  /** False where there are more places than may be held. */
  add(key: string, file: DatanormFile, line: Line): boolean {
    const places = this.#places.get(key);
    const last = places?.at(-1);
    if (last !== undefined && last.file === file && line.start - last.end <= gapMax) {
      last.end = line.end;
      return true;
    }
    const place = { file, start: line.start, end: line.end, number: this.#numberOf(line) };
    if (places !== undefined && places[0]?.number !== place.number) places.push(place);
    else {
      this.#count -= places?.length ?? 0;
      this.#places.set(key, [place]);
    }
    this.#count += 1;
    return this.#count <= placesMax;
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  keys(): Iterable<string> {
    return this.#places.keys();
  }

  /** The records behind a key, in the order of the files; undefined where they are more than an article's text. */
  lines(key: string): readonly Line[] | undefined {
    return linesOfPlaces(this.#places.get(key) ?? []);
  }

  /** As `lines`, but later and once: the key is forgotten. Undefined where it is not known. */
  take(key: string): (() => readonly Line[] | undefined) | undefined {
    const places = this.#places.get(key);
    this.#places.delete(key);
    return places === undefined ? undefined : () => linesOfPlaces(places);
  }
}

function linesOfPlaces(places: readonly Place[]): readonly Line[] | undefined {
  const bytes = places.reduce((sum, place) => sum + place.end - place.start, 0);
  return bytes > textBytesMax ? undefined : places.flatMap(linesAt);
}

function linesAt({ file, start, end }: Place): Line[] {
  const { decoder } = file.text;
  // It was decoded before, whole line by whole line.
  const text = decoder.decode(file.text.file.read(start, end - start)) ?? '';
  return text
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .map((line) => lineOf(line, { row: 0, start, end, isEnded: true }));
}
