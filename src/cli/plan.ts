import type { Proposal, SourceProposal } from '../catalog/proposal.ts';
import type { CallCounts } from '../catalog/summary.ts';
import { shownValue } from '../domain/complaint.ts';
import { onState } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const plan: CommandSpec = {
  usage: 'plan',
  summary: 'what the next pass would send, call by call; sends nothing; prints a plan id',
  options: [{ flags: '--source <name>', text: 'only this source' }],
  async run(context, _args, options) {
    const done = await onState<Proposal>(context, 'plan', { source: options['source'] });
    if (done === undefined) return exitCodes.configuration;
    context.output.result(done.result, () => planText(done.result));
    return done.result.held > 0 ? exitCodes.waitsForPerson : exitCodes.done;
  },
};

/** Symbols for new, changed, stock, gone and held, each with an example; the calls; nothing was sent. */
export function planText(proposal: Proposal): string {
  return [
    ...(proposal.sources.length === 0
      ? [`Nothing to send: every ${proposal.pictures === 0 ? 'file' : 'export'} is in step.`]
      : proposal.sources.map(sourceText)),
    line('i picture', proposal.pictures),
    `Calls needed: ${callsText(proposal.calls)}.`,
    `Nothing was sent.  Apply exactly this: stockhand apply ${proposal.plan}`,
  ].join('\n');
}

function sourceText(source: SourceProposal): string {
  const { file, rows, bytes, examples = {}, vanishedMeans } = source;
  const head = [
    `Source "${source.source}"`,
    file,
    `${count(rows)} rows`,
    ...(bytes === undefined ? [] : [sizeText(bytes)]),
    ...dialectText(source),
  ].join('  ');
  const gone = { hide: 'hide', unpublish: 'unpublish', zero: 'to zero', nothing: 'vanished' };
  return [
    head,
    line('+ new', source.new, examples.new),
    line('~ product', source.changed, examples.changed),
    line('= stock', source.stock, examples.stock),
    line(`- ${gone[vanishedMeans]}`, source.vanished, examples.vanished),
    line('! held', source.held, examples.held),
  ].join('\n');
}

function dialectText({ dialect }: SourceProposal): string[] {
  if (dialect === undefined) return [];
  const { encoding, delimiter, numbers } = dialect;
  const separator = delimiter === '' ? [] : [`'${delimiter === '\t' ? 'tab' : delimiter}'`];
  return [`(${[encoding, ...separator, ...(numbers === undefined ? [] : [numbers])].join(', ')})`];
}

/** An example is shown only where there is something of its sort. */
function line(label: string, items: number, example?: string): string {
  const shown = items === 0 || example === undefined ? '' : `     ${shownValue(example)}`;
  return `  ${label.padEnd(12)}${count(items).padStart(9)}${shown}`;
}

function callsText({ batchUpsert, batchStock, delete: deletes, pictures }: CallCounts): string {
  const calls = [
    [batchUpsert, 'product batch', 'product batches'],
    [batchStock, 'stock batch', 'stock batches'],
    [deletes, 'delete', 'deletes'],
    [pictures, 'picture', 'pictures'],
  ] as const;
  return calls
    .map(([calls, one, many]) => `${count(calls)} ${calls === 1 ? one : many}`)
    .join(', ');
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
