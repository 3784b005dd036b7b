import path from 'node:path';
import { placeToWrite } from '../config/load.ts';
import { type Complaint, complaintText, shownText, shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import { shownRow } from '../domain/shown-json.ts';
import { telltaleText } from '../setup/encoding.ts';
import { columnsText, type Guess } from '../setup/guess.ts';
import type { InitResult } from '../setup/init.ts';
import { marksText } from '../setup/marks.ts';
import type { Preview } from '../setup/preview.ts';
import { hasRepeatedKeys, keyVariable, type Proposal, sandboxUrl } from '../setup/proposal.ts';
import { type SaidMissing, saidMissing } from '../setup/said-missing.ts';
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
    'To fill in or to look at:',
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
      ? ['baseUrl is the sandbox on this machine: put the marketplace in its place']
      : []),
    ...(source.kind === 'stock'
      ? [
          'stock goes to confirmed products only: add a source of kind products, or run stockhand adopt',
        ]
      : []),
    ...(hasRepeatedKeys(source) ? [repeatedText(source)] : []),
    ...(source.missing === 'keep'
      ? ['an article that an export leaves out keeps its last stock; missing: zero takes it']
      : []),
    ...(look.guessedBy.words.length === 0
      ? []
      : [`encoding ${look.dialect.encoding} is guessed: ${telltaleText(look.guessedBy)}`]),
    ...sheetPoints(look),
    ...placePoints(look),
    ...(numbers === undefined ? ['numbers: no value shows how 1234.56 is written'] : []),
    ...(numbers?.doubt === undefined
      ? []
      : [`numbers: "${numbers.example}" is likely, not certain: ${shownText(numbers.doubt)}`]),
    ...source.leftOut.map(leftOutText),
    ...(source.services === undefined ? [] : [servicesText(source.services)]),
    ...(source.fillDown === undefined
      ? []
      : [
          `fillDown of ${source.fillDown.columns.map(shownValue).join(', ')} is likely, not certain: rows of the same ${shownValue(source.fillDown.within)} leave them to the first one`,
        ]),
    ...likely.map(
      ({ field, columns, reason }) =>
        `${field} from ${columns.map(shownValue).join(' + ')} is likely, not certain: ${shownText(reason)}`,
    ),
    ...uncertain.map(
      ({ field, reason }) => `${field} stands there as a comment: ${shownText(reason)}`,
    ),
    ...saidMissing(look.columns).map(missingText),
    ...unreadPoints(source),
    ...unfoundPoints(source),
  ];
}

function unfoundPoints({
  kind,
  unfound: { stock, name, marks },
}: Proposal['source']): readonly string[] {
  const candidates = stock?.length ? `: ${stock.map(shownValue).join(', ')}` : ': none here';
  return [
    ...(stock === undefined
      ? []
      : [
          `no column of stock was found, and without availableQty no stock is sent; columns that hold whole numbers${candidates}`,
        ]),
    ...(kind === 'stock' && name?.length
      ? [
          `no column was found that names the articles, so the file is read as their stock alone; columns of words: ${name.map(shownValue).join(', ')}; where one of them names them, give --map name=COLUMN`,
        ]
      : []),
    ...(kind === 'stock' || marks.length === 0
      ? []
      : [
          `no column was found that says whether an article is on sale; of few values: ${marksText(marks)}; where one of them does, ${offSale}`,
        ]),
  ];
}

function missingText({ word, columns }: SaidMissing): string {
  return `${word} stands in ${columns.map(shownValue).join(', ')}, as R and Python write what is missing, and is read as a text, which buyers see: export an empty cell in its place (R: na = "", pandas: na_rep = ""), or give each field that is read from there translate: { ${word}: "" }`;
}

function leftOutText({ column, notIn }: Proposal['source']['leftOut'][number]): string {
  const words = notIn.map(shownValue).join(', ');
  return `where: leaves out rows whose ${shownValue(column)} is ${words}: these stand for several articles, or are no goods`;
}

function servicesText({
  column,
  values,
  rows,
}: NonNullable<Proposal['source']['services']>): string {
  const many = counted(rows, 'row has', 'rows have');
  return `${many} ${values.map(shownValue).join(' or ')} in ${shownValue(column)} and would go up as articles: where they are no goods, switch on the where: that leaves them out`;
}

function sheetPoints({ options, sheets, hidden }: Proposal['source']['look']): readonly string[] {
  const others = sheets.filter((sheet) => sheet !== options.sheet);
  if (options.sheet === undefined || others.length === 0) return [];
  const named = others.map(
    (sheet) => shownValue(sheet) + (hidden.includes(sheet) ? ' (hidden)' : ''),
  );
  return [`sheet ${shownValue(options.sheet)} alone is read, not ${named.join(', ')}`];
}

/** Lists in a list, as pandas writes them under data. */
function placePoints({ format, columns }: Proposal['source']['look']): readonly string[] {
  const isByPlace = format === 'json' && columns.every(({ name }) => /^\d+$/.test(name));
  return isByPlace && columns.length > 0
    ? [
        'the values of this JSON have no names and are read by their places (1, 2, …): export objects (pandas: orient="records"), or the value of one field is read as that of another once a place is added or taken out',
      ]
    : [];
}

/** A products export with a row for each warehouse needs a second look at the same files (config/reference.md). */
function repeatedText({ kind }: Proposal['source']): string {
  const rejected =
    'articles that stand in several rows are rejected until duplicates: says otherwise';
  return kind === 'stock'
    ? `${rejected}; sum adds up a row for each warehouse; leave those that are not for sale out with where: first`
    : `${rejected}; where each row is the stock of a warehouse, leave availableQty out here and add a source of kind stock with duplicates: sum over the same files, and with a where: that leaves out the rows that are not for sale`;
}

/** Under vanished: ignore, which init writes, a row that where: leaves out takes nothing off sale. */
const offSale =
  'read isActive from it; leaving its articles out with where: takes them off sale only with vanished: hide or unpublish';

/** Read from the other one alone, what the first has marked would be sold. */
function offSaleBeside({ guesses }: Proposal['source']): string {
  const read = guesses.find(({ field, isProposed }) => field === 'isActive' && isProposed);
  if (read === undefined) return offSale;
  const names = read.columns.map(shownValue).join(' and ');
  return `read isActive from it and ${names} together (columns:, and translate: for what they say in one)`;
}

function unreadPoints(source: Proposal['source']): readonly string[] {
  const { marks, unnamedMarks, doubtful } = source;
  const remedy = offSaleBeside(source);
  const names = doubtful.map(shownValue).join(', ');
  return [
    ...marks.map(
      (mark) =>
        `${marksText([mark])} may say whether an article is on sale, and is not read: where it does, ${remedy}`,
    ),
    ...(unnamedMarks.length === 0
      ? []
      : [
          `may say whether an article is on sale: ${marksText(unnamedMarks)}; where one of them does, ${remedy}`,
        ]),
    ...(names === ''
      ? []
      : [`${names}: may be prices, so they are not proposed as attributes, which buyers see`]),
  ];
}

/** The next commands, and what the first import does. */
export function nextText({ file, source, isWritten }: InitResult): string {
  if (!isWritten) return 'Nothing was written.';
  const isFound = file === path.resolve(placeToWrite());
  const option = isFound ? '' : ` --config ${path.relative('.', file)}`;
  return [
    `Written: ${file}. It loads without errors. Next:`,
    table([
      [`  stockhand check${option}`, 'files and marketplace'],
      [
        `  stockhand sandbox --rehearse${option}`,
        'the first pass against a marketplace on this machine',
      ],
      [`  stockhand plan${option}`, 'what would be sent; sends nothing'],
      [`  stockhand run --once${option}`, 'sends it'],
    ]),
    `The first import ${source.kind === 'stock' ? 'sends the stock of every confirmed' : 'publishes every'} article of the file. To begin with a few, name them in only: of the configuration.`,
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
