import { shownValue } from '../domain/complaint.ts';
import { StockhandError } from '../domain/error.ts';
import { address, choice, columnOf, mapped, numbers, type Wanted } from './answers.ts';
import { askColumns, namesOf } from './ask-columns.ts';
import { askEncoding, askSample } from './ask-sample.ts';
import { type Fault, type Interview, isFault } from './interview.ts';
import type { Look } from './look.ts';
import { lookText } from './look-text.ts';
import { contentsOf, type SourceProposal, sandboxUrl } from './proposal.ts';
import { recognise, type Told, unreadField } from './recognise.ts';
import type { SampleFile } from './sample-file.ts';

/** What the command line says already. */
export interface Given {
  readonly baseUrl?: string | undefined;
  readonly sample?: string | undefined;
  readonly encoding?: string | undefined;
  readonly numbers?: string | undefined;
  readonly kind?: string | undefined;
  readonly contents?: string | undefined;
  readonly missing?: string | undefined;
  /** `externalId=ArtNr`, … */
  readonly map: readonly string[];
}

interface Answers {
  readonly baseUrl: string;
  readonly source: SourceProposal;
}

/** Asks what is not given; each look at the sample makes the next proposals. */
export async function dialog(interview: Interview, given: Given, cwd: string): Promise<Answers> {
  const wanted = given.map.map((pair) => orUsage(mapped(pair), `--map ${pair}`));
  refuseTwice(wanted);
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

/** `--map name=A --map name=B` is refused: otherwise the last would win in silence. */
function refuseTwice(wanted: readonly Wanted[]): void {
  for (const [at, { field, column }] of wanted.entries()) {
    const first = wanted.slice(0, at).find((one) => one.field === field);
    if (first === undefined) continue;
    const names = `${shownValue(first.column)} and ${shownValue(column)}`;
    throw new StockhandError(
      'USAGE',
      `--map: ${field} is read from one column, not from ${names}.`,
    );
  }
}

function orUsage<Answer>(answer: Answer | Fault, what: string): Answer {
  if (isFault(answer)) throw new StockhandError('USAGE', `${what}: ${answer.fault}`);
  return answer;
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
  refuseUnread(kind, columns);
  const contents = await interview.ask(
    {
      option: '--contents',
      text: 'full: every export has all rows; delta: only changes',
      proposal: contentsOf({ sample, look }),
      read: choice(['full', 'delta'] as const),
    },
    given.contents,
  );
  const missing = await askMissing(interview, given.missing, { kind, contents });
  const style = await interview.ask(
    {
      option: '--numbers',
      text: 'How 1234.56 is written there',
      proposal: first.numbers?.example ?? 'unknown',
      read: numbers,
    },
    given.numbers,
  );
  // The same style as the values show: then the value that shows
  // it is told. Another one: then the person's answer is told.
  const isShown = style !== 'unknown' && style.example === first.numbers?.example;
  const told: Told = { format, kind, columns, numbers: isShown ? first.numbers : style };
  const recognised = await askColumns(interview, look, told);
  return { ...recognised, sample, look, contents, ...missing };
}

/** `--kind stock --map name=Text`: the name would be left out in silence. */
function refuseUnread(kind: SourceProposal['kind'], columns: Told['columns']): void {
  const field = unreadField(kind, { columns });
  if (field === undefined) return;
  throw new StockhandError(
    'USAGE',
    `--map ${field}=${columns[field]}: of a stock export only externalId and availableQty are read.`,
    { remedy: 'Leave it out, or make the export one of products (--kind products).' },
  );
}

/** contract.md `missing`: asked for where a full stock file may leave rows out; no sample can tell it. */
async function askMissing(
  interview: Interview,
  given: string | undefined,
  { kind, contents }: Pick<SourceProposal, 'kind' | 'contents'>,
): Promise<Pick<SourceProposal, 'missing'>> {
  if (kind !== 'stock' || contents !== 'full') {
    if (given === undefined) return {};
    throw new StockhandError('USAGE', '--missing: is for full exports of stock alone.');
  }
  const missing = await interview.ask(
    {
      option: '--missing',
      text: 'An article that an export leaves out: keep its last stock, or zero',
      proposal: 'keep',
      read: choice(['keep', 'zero'] as const),
    },
    given,
  );
  return { missing };
}
