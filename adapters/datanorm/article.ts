import type { ExportRecord } from '../../src/domain/adapter.ts';
import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import {
  articleFields,
  changeFields,
  columnNames,
  longTextKeyOf,
  supplementFields,
} from './fields.ts';
import { field, type Line, type Version } from './file.ts';
import { textCharactersMax, textLinesMax } from './limits.ts';
import type { Survey } from './survey.ts';
import { joinedText } from './texts.ts';

/** One article with all its records, wherever in the delivery they stand. */
export interface Article {
  readonly file: string;
  readonly version: Version;
  readonly row: number;
  /** The A record; missing where a change file brings the others alone. */
  readonly main: Line | undefined;
  /** B and D records; undefined where they are more than one article's. */
  others(): readonly Line[] | undefined;
}

/** The article as a record; its fields are put together only when asked for. */
export function articleRecord(article: Article, survey: Survey): ExportRecord {
  const noteAsked = survey.texts.asker();
  return {
    row: article.row,
    cells() {
      noteAsked();
      return cellsOf(article, survey);
    },
  };
}

function cellsOf(article: Article, survey: Survey): Cells | Complaint {
  const found = new Map<string, string>();
  const others = article.others();
  if (others === undefined) return textTooLong(article);
  for (const fields of fieldSets(article, others, survey)) {
    if ('rule' in fields) return { ...fields, file: article.file, row: article.row };
    for (const [column, value] of fields) if (!found.has(column)) found.set(column, value);
  }
  const lines = longTextOf(article, others, survey);
  const longText = lines === undefined ? undefined : joinedText(lines);
  if (lines !== undefined && longText === undefined) return textTooLong(article);
  if (longText !== undefined) found.set('Langtext', longText);
  putGroups(found, survey);
  const cells = columnNames.map((column) => found.get(column));
  return article.main === undefined ? cellsWith(cells, { faults: lacking }) : cells;
}

/** The article may be known, but a row says its name or is none: what an earlier delivery said of it is not read again. */
const lacking: ReadonlyMap<number, Complaint> = new Map([
  [
    columnNames.indexOf('Kurztext1'),
    complaintOf({
      code: 'ROW_VALUE_MISSING',
      rule: 'is not in the delivery, which has the B or D record of this article, but not its A record.',
      remedy: 'Let the supplier deliver the A record of each changed article too.',
    }),
  ],
]);

function* fieldSets(
  article: Article,
  others: readonly Line[],
  survey: Survey,
): Generator<ReadonlyMap<string, string> | Complaint> {
  const { main, version } = article;
  if (main !== undefined) {
    const usual = survey.usualCount(version, 'A');
    yield main.kind === 'B' ? changeFields(main) : articleFields(version, main, usual);
  }
  for (const line of others) {
    if (line.kind === 'B') {
      yield supplementFields(line, survey.usualCount(version, 'B'));
      yield new Map([['Verarbeitung', field(line, 1).toUpperCase()]]);
    } else {
      yield new Map([['Artikelnummer', field(line, 2)]]);
    }
  }
}

/** Lines of the long text, then of the dimension text; undefined where the article names neither. */
function longTextOf(
  article: Article,
  others: readonly Line[],
  survey: Survey,
): Iterable<string | undefined> | undefined {
  const { main, version } = article;
  const key = main === undefined || main.kind === 'B' ? '' : longTextKeyOf(version, main);
  const dimensions = others.filter((line) => line.kind === 'D');
  if (key === '' && dimensions.length === 0) return undefined;
  return bothTexts(
    key === '' ? [] : survey.texts.block(version, 'T', key),
    survey.texts.dimension(version, dimensions),
  );
}

function* bothTexts(
  block: readonly string[] | undefined,
  dimension: Iterable<string | undefined>,
): Generator<string | undefined, void> {
  yield* block ?? [undefined];
  yield* dimension;
}

function textTooLong(article: Article): Complaint {
  return {
    code: 'ROW_TOO_LONG',
    file: article.file,
    row: article.row,
    column: 'Langtext',
    rule: `The long text has more than ${textLinesMax} lines or ${textCharactersMax} characters.`,
    remedy: 'Shorten it in the ERP.',
  };
}

function putGroups(found: Map<string, string>, survey: Survey): void {
  const main = found.get('Hauptwarengruppenummer');
  const group = found.get('Warengruppenummer');
  if (main !== undefined) found.set('Hauptwarengruppe', survey.groups.name(main, ''));
  if (group === undefined) return;
  // The number of a group counts within its main group, which the A record says.
  if (group !== '' && main === undefined) return;
  found.set('Warengruppe', group === '' ? '' : survey.groups.name(main ?? '', group));
}
