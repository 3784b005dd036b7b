import path from 'node:path';
import { placeToWrite } from '../config/load.ts';
import { argument } from '../domain/argument.ts';
import { type Complaint, complaintText, shownText, shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import { shownRow } from '../domain/shown-json.ts';
import { telltaleText } from '../setup/encoding.ts';
import { fixedPoints } from '../setup/fixed-text.ts';
import { columnsText, type Guess } from '../setup/guess.ts';
import type { InitResult } from '../setup/init.ts';
import { marksText } from '../setup/marks.ts';
import { type MissingWord, missingWords } from '../setup/missing-words.ts';
import { isOneArticle } from '../setup/one-article.ts';
import type { Preview } from '../setup/preview.ts';
import { hasRepeatedKeys, keyVariable, type Proposal, sandboxUrl } from '../setup/proposal.ts';
import { table } from './output.ts';

/** What was recognised with what certainty, three rows as they would be sent, what waits for a person. */
export function proposedText({
  source,
  rows,
  complaints,
  damage,
  unused,
  ...rest
}: Proposal & Preview): string {
  const { guesses, left, prices } = source;
  return [
    '',
    'Recognised:',
    table(guesses.map(guessCells)),
    ...(left.length === 0 ? [] : [`Left over: ${left.map(shownValue).join(', ')}`]),
    ...(prices.length === 0 ? [] : [`Prices, never sent: ${prices.map(shownValue).join(', ')}`]),
    '',
    'As they would be sent:',
    ...rows.map(({ row, values }) => `  row ${row}: ${shownRow(values)}`),
    ...complaints.map((complaint) => `  ${markOf(complaint)}: ${complaintText(complaint)}`),
    ...(damage === undefined ? [] : [`  refused: ${complaintText(damage)}`]),
    ...(unused === undefined ? [] : [`  none: ${unused.sentence} ${unused.remedy}`]),
    '',
    'To fill in or to check:',
    ...openPoints({ source, ...rest }).map((point) => `  - ${point}`),
    '',
  ].join('\n');
}

/** What is said of the whole file rejects none of its rows. */
function markOf({ row }: Complaint): string {
  return row === undefined ? 'note' : 'rejected';
}

function guessCells(one: Guess): string[] {
  const { field, certainty, reason, isProposed } = one;
  return [
    `  ${isProposed ? ' ' : '#'} ${field}`,
    shownValue(columnsText(one)),
    isProposed ? certainty : 'uncertain',
    shownText(reason),
  ];
}

/** What the proposal cannot know. */
function openPoints({ baseUrl, source }: Proposal): readonly string[] {
  const { numbers, guesses, look } = source;
  const likely = guesses.filter(
    ({ certainty, isProposed }) => certainty === 'likely' && isProposed,
  );
  const uncertain = guesses.filter(({ isProposed }) => !isProposed);
  return [
    `set the environment variable ${keyVariable} to the API key; the file only names it`,
    ...(baseUrl === sandboxUrl
      ? ['baseUrl is the sandbox on this machine: replace it with the address of the marketplace']
      : []),
    ...(source.kind === 'stock'
      ? [
          'stock is sent only for products that the marketplace has confirmed: add a source of kind products, or run stockhand adopt',
        ]
      : []),
    ...(hasRepeatedKeys(source) ? [repeatedText(source)] : []),
    ...(source.missing === 'keep'
      ? [
          'an article that an export leaves out keeps its last stock; with missing: zero its stock becomes 0',
        ]
      : []),
    ...(look.guessedBy.words.length === 0
      ? []
      : [
          `encoding ${look.dialect.encoding} is a guess: check whether these words are right: ${telltaleText(look.guessedBy)}`,
        ]),
    ...(look.fixed === undefined ? [] : fixedPoints(look.fixed)),
    ...sheetPoints(look),
    ...placePoints(look),
    ...(numbers === undefined
      ? ['numbers: no value of the sample shows how 1234.56 is written']
      : []),
    ...(numbers?.doubt === undefined
      ? []
      : [`numbers: "${numbers.example}" is likely, not certain: ${shownText(numbers.doubt)}`]),
    ...source.leftOut.map(leftOutText),
    ...(source.services === undefined ? [] : [servicesText(source.services)]),
    ...(source.fillDown === undefined
      ? []
      : [
          `fillDown of ${source.fillDown.columns.map(shownValue).join(', ')} is likely, not certain: only the first row of each ${shownValue(source.fillDown.within)} has them, and the rows below it seem to mean the same`,
        ]),
    ...likely.map(
      ({ field, columns, reason }) =>
        `${field} from ${columns.map(shownValue).join(' + ')} is likely, not certain: ${shownText(reason)}`,
    ),
    ...uncertain.map(
      ({ field, reason }) => `${field} is written as a comment: ${shownText(reason)}`,
    ),
    ...missingWords(look.columns).map(missingText),
    ...unreadPoints(source),
    ...unfoundPoints(source),
  ];
}

function unfoundPoints({
  kind,
  unfound: { stock, name, marks },
}: Proposal['source']): readonly string[] {
  const candidates = stock?.length
    ? `: ${stock.map(shownValue).join(', ')}`
    : ': none in this file';
  return [
    ...(stock === undefined
      ? []
      : [
          `no column of the stock was found, and without availableQty no stock is sent. Columns that hold whole numbers${candidates}`,
        ]),
    ...(kind === 'stock' && name?.length
      ? [
          `no column with the names of the articles was found, so only their stock is read from the file. Columns of words: ${name.map(shownValue).join(', ')}; if one of them holds the names, give --map name=COLUMN`,
        ]
      : []),
    ...(kind === 'stock' || marks.length === 0
      ? []
      : [
          `no column was found that says whether an article is on sale. Columns with few different values: ${marksText(marks)}; if one of them says it, ${offSale}`,
        ]),
  ];
}

function missingText({ word, columns }: MissingWord): string {
  return `${columns.map(shownValue).join(', ')} holds ${word}, which R and Python write for a missing value. It is read as a text that buyers see: export an empty cell instead (R: na = "", pandas: na_rep = ""), or give each field that is read from such a column translate: { ${word}: "" }`;
}

function leftOutText({ column, notIn }: Proposal['source']['leftOut'][number]): string {
  const words = notIn.map(shownValue).join(', ');
  return `where: leaves out rows whose ${shownValue(column)} is ${words}: such rows group several articles, or are not goods`;
}

function servicesText({
  column,
  values,
  rows,
}: NonNullable<Proposal['source']['services']>): string {
  const many = counted(rows, 'row has', 'rows have');
  return `${many} ${values.map(shownValue).join(' or ')} in ${shownValue(column)} and would be sent as articles: if they are not goods, remove the # before the where: that leaves them out`;
}

function sheetPoints({ options, sheets, hidden }: Proposal['source']['look']): readonly string[] {
  const others = sheets.filter((sheet) => sheet !== options.sheet);
  if (options.sheet === undefined || others.length === 0) return [];
  const named = others.map(
    (sheet) => shownValue(sheet) + (hidden.includes(sheet) ? ' (hidden)' : ''),
  );
  return [`only the sheet ${shownValue(options.sheet)} is read, not ${named.join(', ')}`];
}

/** Lists in a list, as pandas writes them under data; or one article alone. */
function placePoints(look: Proposal['source']['look']): readonly string[] {
  const { format, columns, options } = look;
  if (isOneArticle(look) && options.path !== undefined)
    return [
      `path: ${shownValue(options.path)} is there once in this sample, and seems to be the article by its name. A sample with several articles shows it for certain`,
    ];
  const isByPlace = format === 'json' && columns.every(({ name }) => /^\d+$/.test(name));
  return isByPlace && columns.length > 0
    ? [
        'the values of this JSON have no names and are read by their places (1, 2, …): export objects (pandas: orient="records"), otherwise the value of one field is read as the value of another as soon as a place is added or removed',
      ]
    : [];
}

/** A products export with a row for each warehouse needs a second look at the same files (config/reference.md). */
function repeatedText({ kind }: Proposal['source']): string {
  const rejected = 'articles that have several rows are rejected unless you set duplicates:';
  return kind === 'stock'
    ? `${rejected}; sum adds up the rows of several warehouses; first leave out with where: the rows that are not for sale`
    : `${rejected}; if each row is a variant, let externalId read all columns that tell them apart (columns: with join:, as in config/examples/shopify.yaml); if each row is the stock of one warehouse, leave availableQty out here and add a source of kind stock with duplicates: sum over the same files, and with a where: that leaves out the rows that are not for sale`;
}

/** Under vanished: ignore, which init writes, a row that where: leaves out takes nothing off sale. */
const offSale =
  'read isActive from it. If where: leaves out its articles instead, they are taken off sale only with vanished: hide or unpublish';

/** Read from the other one alone, what the first has marked would be sold. */
function offSaleBeside({ guesses }: Proposal['source']): string {
  const read = guesses.find(({ field, isProposed }) => field === 'isActive' && isProposed);
  if (read === undefined) return offSale;
  const names = read.columns.map(shownValue).join(' and ');
  return `read isActive from it and ${names} together (name both in columns:, and give translate: for what they say together)`;
}

function unreadPoints(source: Proposal['source']): readonly string[] {
  const { marks, unnamedMarks, doubtful } = source;
  const remedy = offSaleBeside(source);
  const names = doubtful.map(shownValue).join(', ');
  return [
    ...marks.map(
      (mark) =>
        `${marksText([mark])} may say whether an article is on sale, and is not read: if it does, ${remedy}`,
    ),
    ...(unnamedMarks.length === 0
      ? []
      : [
          `columns that may say whether an article is on sale: ${marksText(unnamedMarks)}; if one of them does, ${remedy}`,
        ]),
    ...(names === ''
      ? []
      : [
          `${names}: may be prices, so they are not proposed as attributes, because buyers see attributes`,
        ]),
  ];
}

/** The next commands, and what the first import does. */
export function nextText({ file, source, isWritten }: InitResult): string {
  if (!isWritten) return 'Nothing was written.';
  const isFound = file === path.resolve(placeToWrite());
  const option = isFound ? '' : ` --config ${argument(path.relative('.', file))}`;
  return [
    `Written: ${file}. It loads without errors. Next:`,
    table([
      [`  stockhand check${option}`, 'checks the files and the marketplace'],
      [
        `  stockhand sandbox --rehearse${option}`,
        'plays the first pass against a marketplace on this machine',
      ],
      [`  stockhand plan${option}`, 'shows what would be sent; sends nothing'],
      [`  stockhand run --once${option}`, 'sends it'],
    ]),
    `The first import ${source.kind === 'stock' ? 'sends the stock of every confirmed' : 'publishes every'} article of the file. To begin with a few articles, list their numbers under only: in the configuration.`,
  ].join('\n');
}

/** The one document of `--json`. */
export function factsOf({ file, isWritten, baseUrl, source, ...preview }: InitResult) {
  const { rows, complaints, damage } = preview;
  const { sample, look, kind, contents, missing, numbers, guesses } = source;
  const { encoding: _declared, ...options } = look.options;
  return {
    file,
    written: isWritten,
    baseUrl,
    source: {
      sample: sample.path,
      kind,
      contents,
      ...(missing === undefined ? {} : { missing }),
      format: look.format,
      ...options,
      encoding: look.dialect.encoding,
      encodingGuessed: look.guessedBy.words.length > 0,
      delimiter: look.dialect.delimiter,
      numbers: numbers?.example ?? null,
      rows: look.rows,
      allRowsSeen: look.isWhole,
      unreadableRows: look.badRows.length,
      ...(source.leftOut.length === 0 ? {} : { leftOut: source.leftOut }),
      ...(source.fillDown === undefined ? {} : { fillDown: source.fillDown }),
      fields: guesses.map(({ isProposed, ...one }) => ({ ...one, proposed: isProposed })),
      left: source.left,
      prices: source.prices,
      mayBePrices: source.doubtful,
      mayBlock: source.marks,
      mayBlockByValues: source.unnamedMarks,
    },
    sample: rows,
    complaints: damage === undefined ? complaints : [...complaints, damage],
    open: openPoints({ baseUrl, source, file }),
  };
}
