import path from 'node:path';
import type { Complaint } from '../domain/complaint.ts';
import { complaintText, shownValue } from '../domain/complaint.ts';
import { encodingNamed, unknownEncoding } from '../domain/encoding.ts';
import { StockhandError } from '../domain/error.ts';
import { address, choice, columnOf, fileIn, mapped, numbers } from './answers.ts';
import { columnsText } from './guess.ts';
import type { Fault, Interview } from './interview.ts';
import type { Look } from './look.ts';
import { lookAt } from './look.ts';
import type { SourceProposal } from './proposal.ts';
import { contentsOf, sandboxUrl } from './proposal.ts';
import type { Recognised, Told } from './recognise.ts';
import { recognise } from './recognise.ts';
import type { SampleFile } from './sample-file.ts';
import { samplesIn } from './sample-file.ts';
import type { Field } from './words.ts';

/** What the command line says already. */
export interface Given {
  readonly baseUrl?: string | undefined;
  readonly sample?: string | undefined;
  readonly encoding?: string | undefined;
  readonly numbers?: string | undefined;
  readonly kind?: string | undefined;
  readonly contents?: string | undefined;
  /** `externalId=ArtNr`, … */
  readonly map: readonly string[];
}

export interface Answers {
  readonly baseUrl: string;
  readonly source: SourceProposal;
}

/** Asks what is not given; each look at the sample makes the next proposals. */
export async function dialog(interview: Interview, given: Given, cwd: string): Promise<Answers> {
  const wanted = given.map.map((pair) => orUsage(mapped(pair), `--map ${pair}`));
  const url = await interview.ask(
    {
      option: '--base-url',
      text: 'Address of the marketplace',
      proposal: sandboxUrl,
      read: address,
    },
    given.baseUrl,
  );
  const sample = await askSample(interview, given.sample, cwd);
  const look = await askEncoding(interview, sample, given.encoding);
  interview.tell(lookText(sample, look));
  const columns = Object.fromEntries(
    wanted.map(({ field, column }) => [
      field,
      orUsage(columnOf(namesOf(look))(column), `--map ${field}=${column}`),
    ]),
  );
  const source = await askMeaning(interview, { given, sample, look, columns });
  return { baseUrl: url, source };
}

function orUsage<Answer extends object | string>(answer: Answer | Fault, what: string): Answer {
  if (typeof answer === 'object' && 'fault' in answer)
    throw new StockhandError('USAGE', `${what}: ${answer.fault}`);
  return answer as Answer;
}

const filesShown = 20;

async function askSample(
  interview: Interview,
  given: string | undefined,
  cwd: string,
): Promise<SampleFile> {
  if (given !== undefined || !interview.isDialog)
    return interview.ask(
      {
        option: '--sample FILE',
        text: 'A sample export',
        proposal: undefined,
        read: fileIn(cwd, []),
      },
      given,
    );
  const folder = await interview.ask({
    option: '--sample FILE',
    text: 'Folder of the exports',
    proposal: '.',
    read: (answer) => folderWithFiles(path.resolve(cwd, answer)),
  });
  const names = samplesIn(folder) ?? [];
  interview.tell(
    names
      .slice(0, filesShown)
      .map((name, index) => `  ${index + 1}  ${name}`)
      .join('\n'),
  );
  return interview.ask({
    option: '--sample FILE',
    text: 'Which one is a sample, by number or name',
    proposal: names[0],
    read: fileIn(folder, names),
  });
}

function folderWithFiles(folder: string): string | Fault {
  const names = samplesIn(folder);
  if (names === undefined) return { fault: 'is no folder.' };
  return names.length === 0
    ? { fault: 'holds no file; export once, then run init again.' }
    : folder;
}

/** A code page that was guessed is asked for, with words to look at. */
async function askEncoding(
  interview: Interview,
  sample: SampleFile,
  given: string | undefined,
): Promise<Look> {
  const look = orRefused(
    await lookAt(sample, given === undefined ? undefined : encodingOrUsage(given)),
  );
  if (look.guessedBy.length === 0 || !interview.isDialog) return look;
  return interview.ask<Look>({
    option: '--encoding',
    text: `Encoding; right if these are words: ${look.guessedBy.join(', ')}`,
    proposal: look.dialect.encoding,
    async read(answer) {
      if (answer === look.dialect.encoding) return look;
      if (encodingNamed(answer) === undefined) return { fault: unknownEncoding(answer) };
      const other = await lookAt(sample, answer);
      if ('refusal' in other) return { fault: `cannot be: ${other.refusal.rule}` };
      interview.tell(
        `  Then they read: ${other.columns.flatMap(({ cells }) => cells).find((cell) => /[^\0-\x7f]/.test(cell)) ?? ''}`,
      );
      return other;
    },
  });
}

function encodingOrUsage(given: string): string {
  if (encodingNamed(given) === undefined)
    throw new StockhandError('USAGE', `--encoding ${given} ${unknownEncoding(given)}.`);
  return given;
}

function orRefused(look: Look | { readonly refusal: Complaint }): Look {
  if (!('refusal' in look)) return look;
  const { refusal } = look;
  throw new StockhandError(refusal.code, complaintText({ ...refusal, remedy: '' }).trim(), {
    remedy: refusal.remedy,
  });
}

function namesOf({ columns }: Look): readonly string[] {
  return columns.map(({ name }) => name).filter((name) => name !== '');
}

interface Meant {
  readonly given: Given;
  readonly sample: SampleFile;
  readonly look: Look;
  readonly columns: Told['columns'];
}

async function askMeaning(interview: Interview, meant: Meant): Promise<SourceProposal> {
  const { given, sample, look, columns } = meant;
  const { format } = look;
  const first = recognise(look.columns, { format, columns });
  const kind = await interview.ask(
    {
      option: '--kind',
      text: 'What a row is: products or only their stock',
      proposal: first.kind,
      read: choice(['products', 'stock'] as const),
    },
    given.kind,
  );
  const contents = await interview.ask(
    {
      option: '--contents',
      text: 'full: every export has all rows; delta: only changes',
      proposal: contentsOf({ sample, look }),
      read: choice(['full', 'delta'] as const),
    },
    given.contents,
  );
  const style = await interview.ask(
    {
      option: '--numbers',
      text: 'How 1234.56 is written there',
      proposal: first.numbers?.example ?? 'unknown',
      read: numbers,
    },
    given.numbers,
  );
  // Of a style that the values show, the value is told; of one that a person names, that.
  const isShown = style !== 'unknown' && style.example === first.numbers?.example;
  const told: Told = { format, kind, columns, numbers: isShown ? first.numbers : style };
  const recognised = await askColumns(interview, look, told);
  return { ...recognised, sample, look, contents };
}

const asked: Readonly<Record<'products' | 'stock', readonly (readonly [Field, string])[]>> = {
  products: [
    ['externalId', 'Column of the article number'],
    ['name', 'Column of the name'],
    ['availableQty', 'Column of the stock, - for none'],
  ],
  stock: [
    ['externalId', 'Column of the article number'],
    ['availableQty', 'Column of the stock'],
  ],
};

const none = '-';

/** Each answer may free or take a column that another field was read from: the rest is recognised anew. */
async function askColumns(interview: Interview, look: Look, first: Told): Promise<Recognised> {
  let told = first;
  for (const [field, text] of asked[told.kind ?? 'products']) {
    if (told.columns[field] !== undefined) continue;
    const proposal = columnProposal(recognise(look.columns, told), field, told);
    const answer = await interview.ask({
      option: `--map ${field}=COLUMN`,
      text,
      proposal,
      unknown: ` (no column can be proposed; there are ${shownColumns(look)})`,
      read: (typed) =>
        typed === proposal || (typed === none && isOptional(field, told))
          ? typed
          : columnOf(namesOf(look))(typed),
    });
    if (answer !== proposal) told = withAnswer(told, field, answer);
  }
  return recognise(look.columns, told);
}

const columnsShown = 40;

function shownColumns(look: Look): string {
  const names = namesOf(look).map(shownValue);
  const more = names.length > columnsShown ? ` and ${names.length - columnsShown} more` : '';
  return `${names.slice(0, columnsShown).join(', ')}${more}`;
}

function columnProposal({ guesses }: Recognised, field: Field, told: Told): string | undefined {
  const found = guesses.find((one) => one.field === field && one.isProposed);
  if (found !== undefined) return columnsText(found);
  return isOptional(field, told) ? none : undefined;
}

/** Products may do without a stock. */
function isOptional(field: Field, { kind }: Told): boolean {
  return field === 'availableQty' && kind !== 'stock';
}

function withAnswer(told: Told, field: Field, answer: string): Told {
  if (answer === none) return { ...told, without: [field] };
  return { ...told, columns: { ...told.columns, [field]: answer } };
}

function lookText(
  { name }: SampleFile,
  { format, options, dialect, rows, isWhole, columns }: Look,
): string {
  const { headerRow, sheet, path: place } = options;
  const facts = [
    format,
    dialect.encoding,
    ...(format === 'csv'
      ? [dialect.delimiter === '\t' ? 'tabs' : `separated by ${dialect.delimiter}`]
      : []),
    ...(sheet === undefined ? [] : [`sheet ${sheet}`]),
    ...(place === undefined ? [] : [`elements ${place}`]),
    ...(headerRow === undefined
      ? []
      : [headerRow === 'none' ? 'no row of names' : `names in row ${headerRow.join(' and ')}`]),
    `${columns.length} columns`,
    isWhole ? `${rows} rows` : `the first ${rows} rows looked at`,
  ];
  return `${name}: ${facts.join(', ')}`;
}
