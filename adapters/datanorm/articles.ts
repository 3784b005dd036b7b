import type { ExportRecord } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type Article, articleRecord } from './article.ts';
import { type DatanormFile, field, type Line, linesOf } from './file.ts';
import { linesPerTurn, textBytesMax } from './limits.ts';
import type { Survey } from './survey.ts';

/** The second walk: the articles of one file, each with the records that follow it and those that are elsewhere. */
export class Articles {
  readonly #file: DatanormFile;
  readonly #survey: Survey;
  /** Rows of the files before this one: rows are counted over all of them. */
  readonly #rowsBefore: number;
  #main: Line | undefined;
  #others: Line[] = [];
  #othersBytes = 0;
  /** Records without an article, met since the last article began. */
  #orphans: ExportRecord[] = [];

  constructor(file: DatanormFile, survey: Survey, rowsBefore: number) {
    this.#file = file;
    this.#survey = survey;
    this.#rowsBefore = rowsBefore;
  }

  *records(): Generator<ExportRecord | 'turn', Complaint | undefined> {
    const lines = linesOf(this.#file);
    for (let step = lines.next(); ; step = lines.next()) {
      if (step.done === true) {
        yield* this.#finished();
        return step.value ?? undefined;
      }
      if (this.#starts(step.value)) {
        yield* this.#finished();
        this.#main = step.value;
      } else {
        this.#add(step.value);
        // No article waits for the rest of its records.
        if (this.#main === undefined) yield* this.#finished();
      }
      if (step.value.row % linesPerTurn === 0) yield 'turn';
    }
  }

  /** In DATANORM 5 a B record stands for itself: it deletes or renumbers. */
  #starts(line: Line): boolean {
    return line.kind === 'A' || (line.kind === 'B' && this.#file.version === 5);
  }

  #add(line: Line): void {
    if (line.kind !== 'B' && line.kind !== 'D') return;
    const number = field(line, 2);
    const main = this.#main;
    if (main?.kind === 'A' && field(main, 2) === number) this.#keep(line);
    else if (!this.#survey.awaited.has(number)) this.#orphan(number, line);
  }

  /** As of records that stand away from it, no more are held than an article has (held.ts). */
  #keep(line: Line): void {
    this.#othersBytes += line.end - line.start;
    if (this.#othersBytes <= textBytesMax) this.#others.push(line);
  }

  /** Change files may bring records for articles that the delivery does not hold; they are not lost. */
  #orphan(number: string, line: Line): void {
    const others = this.#survey.strays.take(number);
    if (others !== undefined) this.#orphans.push(this.#record(line, undefined, others));
  }

  #finished(): ExportRecord[] {
    const main = this.#main;
    const own = this.#othersBytes <= textBytesMax ? this.#others : undefined;
    const records = this.#orphans;
    if (main !== undefined) {
      const strays = this.#survey.strays.take(field(main, 2));
      const others = strays === undefined || !own ? () => own : () => both(own, strays());
      records.unshift(this.#record(main, main, others));
    }
    this.#main = undefined;
    this.#others = [];
    this.#othersBytes = 0;
    this.#orphans = [];
    return records;
  }

  #record(at: Line, main: Line | undefined, others: Article['others']): ExportRecord {
    const { name, version } = this.#file;
    const row = this.#rowsBefore + at.row;
    return articleRecord({ file: name, version, row, main, others }, this.#survey);
  }
}

function both(
  own: readonly Line[],
  strays: readonly Line[] | undefined,
): readonly Line[] | undefined {
  return strays === undefined ? undefined : [...own, ...strays];
}
