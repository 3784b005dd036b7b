import path from 'node:path';
import { placeToWrite } from '../config/load.ts';
import { complaintText, shownValue } from '../domain/complaint.ts';
import type { Guess } from '../setup/guess.ts';
import { columnsText } from '../setup/guess.ts';
import type { InitResult } from '../setup/init.ts';
import type { Preview } from '../setup/preview.ts';
import type { Proposal } from '../setup/proposal.ts';
import { hasRepeatedKeys, keyVariable, sandboxUrl } from '../setup/proposal.ts';
import { table } from './output.ts';

/** What was recognised with what certainty, three rows as they would be sent, what waits for a person. */
export function proposedText({ source, rows, complaints, ...rest }: Proposal & Preview): string {
  const { guesses, left, prices } = source;
  return [
    '',
    'Recognised:',
    table(guesses.map(guessCells)),
    ...(left.length === 0 ? [] : [`Left over: ${left.map(shownValue).join(', ')}`]),
    ...(prices.length === 0 ? [] : [`Prices, never sent: ${prices.map(shownValue).join(', ')}`]),
    '',
    'As they would be sent:',
    ...rows.map(({ row, values }) => `  row ${row}: ${JSON.stringify(values)}`),
    ...complaints.map((complaint) => `  rejected: ${complaintText(complaint)}`),
    '',
    'To fill in or to look at:',
    ...openPoints({ source, ...rest }).map((point) => `  - ${point}`),
    '',
  ].join('\n');
}

function guessCells(one: Guess): string[] {
  const { field, certainty, reason, isProposed } = one;
  return [
    `  ${isProposed ? ' ' : '#'} ${field}`,
    shownValue(columnsText(one)),
    isProposed ? certainty : 'uncertain',
    shownValue(reason),
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
    ...(hasRepeatedKeys(source)
      ? ['articles that stand in several rows are rejected until duplicates: says otherwise']
      : []),
    ...(source.missing === 'keep'
      ? ['an article that an export leaves out keeps its last stock; missing: zero takes it']
      : []),
    ...(look.guessedBy.length === 0
      ? []
      : [`encoding ${look.dialect.encoding} is guessed: ${look.guessedBy.join(', ')}`]),
    ...(numbers === undefined ? ['numbers: no value shows how 1234.56 is written'] : []),
    ...likely.map(
      ({ field, columns }) =>
        `${field} from ${columns.map(shownValue).join(' + ')} is likely, not certain`,
    ),
    ...uncertain.map(({ field }) => `${field} stands there as a comment`),
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
export function factsOf({ file, isWritten, baseUrl, source, rows, complaints }: InitResult) {
  const { sample, look, kind, contents, missing, numbers, guesses, left, prices } = source;
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
      encodingGuessed: look.guessedBy.length > 0,
      delimiter: look.dialect.delimiter,
      numbers: numbers?.example ?? null,
      rows: look.rows,
      allRowsSeen: look.isWhole,
      unreadableRows: look.badRows.length,
      fields: guesses.map(({ isProposed, ...one }) => ({ ...one, proposed: isProposed })),
      left,
      prices,
    },
    sample: rows,
    complaints,
    open: openPoints({ baseUrl, source, file }),
  };
}
