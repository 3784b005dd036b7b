import { type DatanormFile, field, type Line, type Version } from './file.ts';
import { Held } from './held.ts';
import { textCharactersMax, textLinesMax } from './limits.ts';

/** One line of a text, or a reference to a block of lines. */
interface Part {
  readonly number: number;
  readonly text: string;
  readonly block?: string;
  /** The block is an insertion whose `$` are filled with these values. */
  readonly values?: readonly string[];
}

/** Where the number of a text's line stands, in both versions. */
const textNumberAt = 4;

/** Long texts (T) and insertions (E of DATANORM 4), by kind and key. */
export class Texts {
  /** A file of several, or each article that names it, may bring a block again. */
  readonly #held = new Held((line) => numberOf(line, textNumberAt));
  readonly #named = new Set<string>();
  /** Articles whose fields nobody has asked for, as where held rows alone are read again. */
  #unasked = 0;

  /** False where there are more texts than may be held. */
  add(file: DatanormFile, line: Line): boolean {
    return this.#held.add(`${line.kind}${field(line, 2)}`, file, line);
  }

  /** The lines of a long text; none where the delivery lacks it, or where it is larger than any text. */
  block(version: Version, kind: 'T' | 'E', key: string): readonly string[] | undefined {
    if (this.#held.has(`${kind}${key}`)) this.#named.add(`${kind}${key}`);
    const lines = this.#held.lines(`${kind}${key}`);
    const parts = lines?.flatMap((line) =>
      version === 4 ? textPartsFour(line) : [textPartFive(line)],
    );
    return parts === undefined ? undefined : inOrder(parts).map((part) => part.text);
  }

  /** For each article; to be called when its fields are asked for. */
  asker(): () => void {
    let isOpen = true;
    this.#unasked += 1;
    return () => {
      if (isOpen) this.#unasked -= 1;
      isOpen = false;
    };
  }

  /** Long texts that no article names; none where not all were asked. */
  unnamed(): readonly string[] {
    if (this.#unasked > 0) return [];
    const keys = [...this.#held.keys()].filter((key) => !this.#named.has(key));
    return keys.flatMap((key) => (key.startsWith('T') ? [key.slice(1)] : []));
  }

  /** The lines that the D records of an article give, with blocks put in where they refer to one. */
  *dimension(version: Version, lines: readonly Line[]): Generator<string | undefined, void> {
    const parts = lines.flatMap((line) =>
      version === 4 ? dimensionPartsFour(line) : [dimensionPartFive(line)],
    );
    for (const part of inOrder(parts)) yield* this.#lines(version, part) ?? [undefined];
  }

  #lines(version: Version, part: Part): readonly string[] | undefined {
    if (part.block === undefined) return [part.text];
    if (part.values === undefined) return this.block(version, 'T', part.block);
    const values = [...part.values];
    return this.block(version, 'E', part.block)?.map((line) =>
      line.replaceAll('$', () => values.shift() ?? ''),
    );
  }
}

/**
 * Text lines as one text: blank lines inside stay, those around it go. Undefined above the limits, which a text
 * reaches alone (then a line is undefined) or by referring to one block again and again.
 */
export function joinedText(lines: Iterable<string | undefined>): string | undefined {
  const kept: string[] = [];
  let characters = 0;
  for (const line of lines) {
    if (line === undefined) return undefined;
    kept.push(line.trimEnd());
    characters += line.length;
    if (kept.length > textLinesMax || characters > textCharactersMax) return undefined;
  }
  return kept.join('\n').replace(/^\n+|\n+$/g, '');
}

/** Up to two lines a record: line number, free field, text. */
function textPartsFour(line: Line): Part[] {
  const first = { number: numberOf(line, textNumberAt), text: line.fields[6] ?? '' };
  const second = { number: numberOf(line, 7), text: line.fields[9] ?? '' };
  return line.fields.length > 9 && hasSecond(line, 7, second.text) ? [first, second] : [first];
}

function textPartFive(line: Line): Part {
  return { number: numberOf(line, textNumberAt), text: line.fields[5] ?? '' };
}

/** Up to two parts a record: line number, indicator (F text, T long text, E insertion), block, text. */
function dimensionPartsFour(line: Line): Part[] {
  return [3, 7]
    .filter((at) => at === 3 || hasSecond(line, at, line.fields[at + 3] ?? ''))
    .map((at) =>
      dimensionPart({
        number: numberOf(line, at),
        indicator: field(line, at + 1),
        block: field(line, at + 2),
        text: line.fields[at + 3] ?? '',
      }),
    );
}

function dimensionPartFive(line: Line): Part {
  return dimensionPart({
    number: numberOf(line, 3),
    indicator: field(line, 4),
    text: line.fields[5] ?? '',
    block: field(line, 6),
  });
}

function dimensionPart(read: {
  readonly number: number;
  readonly indicator: string;
  readonly block: string;
  readonly text: string;
}): Part {
  const { number, text, block } = read;
  const indicator = read.indicator.toUpperCase();
  if (indicator === 'T') return { number, text: '', block };
  if (indicator !== 'E') return { number, text };
  return { number, text: '', block, values: text.split('$').filter((value) => value !== '') };
}

function hasSecond(line: Line, at: number, text: string): boolean {
  return field(line, at) !== '' || text.trim() !== '';
}

function numberOf(line: Line, index: number): number {
  const digits = field(line, index);
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** By line number; in the order of the file where numbers are missing. */
function inOrder(parts: readonly Part[]): readonly Part[] {
  if (parts.some((part) => Number.isNaN(part.number))) return parts;
  return parts.toSorted((one, other) => one.number - other.number);
}
