import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import { countOf, fieldCount } from './fields.ts';
import { type DatanormFile, field, type Line, linesOf, type Version } from './file.ts';
import { Groups } from './groups.ts';
import { Held } from './held.ts';
import { groupCharactersMax, linesPerTurn, placesMax } from './limits.ts';
import { Texts } from './texts.ts';

/** What the first walk finds: everything that stands away from the article it belongs to. */
export class Survey {
  readonly groups = new Groups();
  readonly texts = new Texts();
  /** B and D records that do not follow their article, by its number. */
  readonly strays = new Held();
  /** Articles whose strays came before them. */
  readonly awaited = new Set<string>();
  /** The last row of each file. */
  readonly rows = new Map<DatanormFile, number>();
  readonly #kinds = new Set<string>();
  /** By version and kind: how many records have so many fields. */
  readonly #counts = new Map<string, Map<number, number>>();
  #groupCharacters = 0;

  /** Walks over one file; returns the complaint that refuses it. Yields now and then, so that others get a turn. */
  *take(file: DatanormFile): Generator<void, Complaint | undefined> {
    const walk: Walk = { file, article: undefined, records: 1, endsInMark: new Map() };
    const lines = linesOf(file);
    for (let step = lines.next(); ; step = lines.next()) {
      if (step.done === true) return step.value ?? undefined;
      const refusal = this.#line(walk, step.value);
      if (refusal !== undefined) return refusal;
      if (step.value.row % linesPerTurn === 0) yield;
    }
  }

  /** The complaint about a delivery in which nothing can be imported; undefined where something can. */
  nothing(file: string): Complaint | undefined {
    if (this.#has('A') || this.#has('B')) return undefined;
    const what = [
      this.#has('P') ? 'prices' : undefined,
      this.#has('R') ? 'discounts' : undefined,
      this.#has('S') ? 'group names' : undefined,
    ].filter((part) => part !== undefined);
    if (what.length === 0) {
      return complaintOf({
        code: 'FILE_EMPTY',
        file,
        rule: 'The DATANORM file holds no articles.',
      });
    }
    return complaintOf({
      code: 'FILE_WITHOUT_PRODUCTS',
      file,
      rule: `The DATANORM file holds ${what.join(' and ')} only: there is nothing to import.`,
    });
  }

  /** How many fields most records of a kind have; undefined where one alone says nothing, and where they differ. */
  usualCount(version: Version, kind: 'A' | 'B'): number | undefined {
    const counts = [...(this.#counts.get(`${version}${kind}`) ?? [])];
    const all = counts.reduce((sum, [, records]) => sum + records, 0);
    return counts.find(([, records]) => records > 1 && records * 2 > all)?.[0];
  }

  /** What only deletes is shorter than the others. */
  #count({ version }: DatanormFile, line: Line): void {
    if ((line.kind !== 'A' && line.kind !== 'B') || /^[LX]$/i.test(field(line, 1))) return;
    const key = `${version}${line.kind}`;
    const counts = this.#counts.get(key) ?? new Map<number, number>();
    const count = countOf(line);
    this.#counts.set(key, counts.set(count, (counts.get(count) ?? 0) + 1));
  }

  #has(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  #line(walk: Walk, line: Line): Complaint | undefined {
    const { file } = walk;
    walk.records += 1;
    this.rows.set(file, line.row);
    this.#kinds.add(line.kind);
    this.#count(file, line);
    const cut = cutOff(walk, line);
    if (cut !== undefined) return cut;
    if (line.kind === 'A') this.#article(walk, line);
    // In DATANORM 5 a B record stands for itself: what follows it is no part of the article before.
    else if (line.kind === 'B' && file.version === 5) walk.article = undefined;
    else if (line.kind === 'S') return this.#group(file, line);
    else if (isText(file.version, line.kind)) return this.#text(file, line);
    else if (isStray(walk, line)) return this.#stray(file, line);
    return undefined;
  }

  #article(walk: Walk, line: Line): void {
    walk.article = field(line, 2);
    if (this.strays.has(walk.article)) this.awaited.add(walk.article);
  }

  #group(file: DatanormFile, line: Line): Complaint | undefined {
    this.groups.add(file.version, line);
    this.#groupCharacters += line.end - line.start;
    if (this.#groupCharacters <= groupCharactersMax) return undefined;
    return tooLarge(file, line, `The group names take more than ${groupCharactersMax} characters.`);
  }

  #text(file: DatanormFile, line: Line): Complaint | undefined {
    // A deleted text block brings no text.
    if (field(line, 1).toUpperCase() === 'L' || this.texts.add(file, line)) return undefined;
    return tooLarge(file, line, `The delivery has more than ${placesMax} long texts.`);
  }

  #stray(file: DatanormFile, line: Line): Complaint | undefined {
    if (this.strays.add(field(line, 2), file, line)) return undefined;
    return tooLarge(
      file,
      line,
      `More than ${placesMax} B and D records do not follow their article.`,
    );
  }
}

interface Walk {
  readonly file: DatanormFile;
  article: string | undefined;
  /** Records until now, the header included. */
  records: number;
  /** Whether every record of a kind until now ended in a semicolon; A and B are written alike. */
  readonly endsInMark: Map<string, boolean>;
}

function isText(version: number, kind: string): boolean {
  return kind === 'T' || (kind === 'E' && version === 4);
}

function isStray(walk: Walk, line: Line): boolean {
  return (line.kind === 'B' || line.kind === 'D') && field(line, 2) !== walk.article;
}

/** DATANORM 5 ends in a record that counts; DATANORM 4 has nothing but its last line to tell a cut file by. */
function cutOff(walk: Walk, line: Line): Complaint | undefined {
  const isCounted = line.kind === 'E' && walk.file.version === 5;
  const counted = isCounted ? Number(field(line, 1)) : 0;
  if (counted > Math.max(walk.records, line.row)) {
    return truncated(
      walk.file,
      line,
      `The E record counts ${counted} records, but the file holds ${walk.records}.`,
    );
  }
  const isArticle = line.kind === 'A' || line.kind === 'B';
  const kind = isArticle ? 'article' : line.kind;
  const endsInMark = field(line, line.fields.length - 1) === '';
  const before = walk.endsInMark.get(kind);
  const lost = (before === true && !endsInMark) || line.fields.length < wholeCount(walk.file, line);
  if (!line.isEnded && lost) {
    return truncated(walk.file, line, 'The last record ends in the middle.');
  }
  walk.endsInMark.set(kind, endsInMark && before !== false);
  return undefined;
}

/** The fields of a whole record. Half a number must never delete another article. */
function wholeCount(file: DatanormFile, line: Line): number {
  const fieldsOfDeletion = 4;
  const full = fieldCount(file.version, line.kind);
  return /^[LX]$/i.test(field(line, 1)) ? Math.min(full, fieldsOfDeletion) : full;
}

function truncated(file: DatanormFile, line: Line, rule: string): Complaint {
  const remedy = 'Export again; nothing of this file was used.';
  return { code: 'FILE_TRUNCATED', file: file.name, row: line.row, rule, remedy };
}

function tooLarge(file: DatanormFile, line: Line, rule: string): Complaint {
  return {
    code: 'FILE_TOO_LARGE',
    file: file.name,
    row: line.row,
    rule,
    remedy: 'Split the delivery.',
  };
}
