import { argument } from '../domain/argument.ts';
import { counted } from '../domain/counted.ts';
import { StockhandError } from '../domain/error.ts';
import type { HeldFacts } from '../domain/facts.ts';
import { shownExport } from '../domain/file-name.ts';
import type { RehearseOptions } from '../rehearsal/rehearse.ts';
import type { Group, RehearsalReport } from '../rehearsal/report.ts';
import type { ReportedRow } from '../run-books.ts';
import { type Context, configOf } from './context.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { type ExitCode, exitCodes, table } from './output.ts';
import { bookColumns, needText, onceCode } from './run.ts';

/** `sandbox --rehearse`: the pass, its report, and the exit code that `run --once` would have ended with. */
export async function runRehearsal(
  context: Context,
  options: Omit<RehearseOptions, 'signal'>,
): Promise<ExitCode> {
  const loaded = await configOf(context);
  const { rehearse } = await load(import('../rehearsal/rehearse.ts'));
  const { report, result } = await rehearse(loaded, { ...options, signal: context.signal });
  context.output.result(report, () => rehearsalText(report));
  const code = onceCode(result);
  const isIncomplete = report.begun.refused.length > 0;
  return code === exitCodes.done && isIncomplete ? exitCodes.waitsForPerson : code;
}

/** Options that a rehearsal has no use for are an error, not silently without effect. */
export function refuseOptions(options: Options): void {
  const useless = ['port', 'uploadPort', 'state', 'key', 'speed'].find((name) => name in options);
  if (useless === undefined) return;
  const flag = useless.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  throw new StockhandError('USAGE', `--${flag} has no meaning with --rehearse.`);
}

function rehearsalText(report: RehearsalReport): string {
  const { catalog, orders, asked, folder, waitsForPerson, remaining } = report;
  const sections: readonly (readonly string[])[] = [
    [`Rehearsal of ${report.config}. Nothing was sent to ${report.insteadOf}.`, begunText(report)],
    booksLines(catalog.runs),
    titled('Calls that would have been made:', [
      ...countLines(asked.requests),
      ...(asked.forgotten === 0
        ? []
        : [`${asked.forgotten}  older ones that the ledger had no room for`]),
    ]),
    titled('Their effects:', countLines(asked.effects)),
    titled('Held by a brake:', catalog.held.map(heldLine)),
    titled('Paused, nothing is sent:', catalog.paused),
    titled('Rejected:', rowLines(catalog.rejected)),
    titled('Sent, but not quite as exported:', rowLines(catalog.notes)),
    titled('Refused requests:', groupLines(asked.refusals)),
    titled('Refused articles and orders:', groupLines(asked.failedItems)),
    titled('Warnings:', groupLines(asked.warnings)),
    [
      `Orders: ${orders.placed} placed in the sandbox, ${counted(orders.written, 'file')} written for the ERP. Command files are not rehearsed.`,
    ],
    waitsForPerson.map(needText),
    remaining.map((line) => `waits: ${line}`),
    filesLines(report, folder),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function begunText({ begun }: RehearsalReport): string {
  const { hadState, products, fromExport, byNameOnly, refused } = begun;
  if (!hadState) return 'There is no state yet, so the sandbox began empty.';
  const doubts = [
    fromExport === 0 ? [] : [`${fromExport} as the last export maps today`],
    byNameOnly === 0 ? [] : [`${byNameOnly} with their number alone`],
    refused.length === 0 ? [] : [`${refused.length} or more were refused`],
  ].flat();
  const doubt = doubts.length === 0 ? '' : ` (${doubts.join(', ')})`;
  return `The sandbox began with ${counted(products, 'confirmed product')} of the state${doubt}.`;
}

function booksLines(runs: RehearsalReport['catalog']['runs']): string[] {
  if (runs.length === 0) return ['No export has changed.'];
  const rows = runs.map((run) => [
    run.source,
    ...bookColumns.map((name) => String(run[name])),
    `${shownExport(run.file)}${run.again ? ' (read again)' : ''}`,
  ]);
  return [table([['source', ...bookColumns, 'file'], ...rows])];
}

/** Of a file of which nothing can be released no articles are counted. */
function heldLine({ source, sentence, items, remedy }: HeldFacts): string {
  const articles = remedy === undefined ? ` (${counted(items, 'article')})` : '';
  return `${source}: ${sentence}${articles}`;
}

const linesMax = 20;

function titled(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, linesMax).map((line) => `  ${line}`);
  const more = lines.length > linesMax ? [`  … and ${lines.length - linesMax} more`] : [];
  return [title, ...shown, ...more];
}

function countLines(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([name, count]) => `${count}  ${name}`);
}

function groupLines(groups: Readonly<Record<string, Group>>): string[] {
  return Object.entries(groups).map(([name, { count, example }]) =>
    example === name ? `${count}  ${name}` : `${count}  ${name}, such as: ${example}`,
  );
}

function rowLines(rows: readonly ReportedRow[]): string[] {
  return rows.map(({ file, row, externalId, column, value, rule }) => {
    const place = row === null ? file : `${file} row ${row}`;
    const cell = column === null ? '' : ` ${column}${value === null ? '' : ` "${value}"`}`;
    return `${place}${externalId === null ? '' : ` ${externalId}`}:${cell} ${rule}`;
  });
}

function filesLines({ files }: RehearsalReport, folder: string): string[] {
  const { orders, receipts, results } = files;
  return [
    `Everything that was written is in ${folder}: ${counted(orders.length, 'order file')}, ${counted(receipts.length, 'receipt')}, ${counted(results.length, 'result file')}, report.json.`,
    `Look at the marketplace as it is after the pass: stockhand sandbox --state ${argument(`${folder}/sandbox.db`)}`,
  ];
}
