import type { Proposal } from '../catalog/proposal.ts';
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

/** lessons: symbols for new, changed, stock, gone and held; the calls; nothing was sent. */
export function planText(proposal: Proposal): string {
  const sources = proposal.sources.map((source) =>
    [
      `Source "${source.source}"  ${source.file}  ${source.rows} rows`,
      line('+ new', source.new),
      line('~ product', source.changed),
      line('= stock', source.stock),
      line('- vanished', source.vanished),
      line('! held', source.held),
    ].join('\n'),
  );
  const { batchUpsert, batchStock, delete: deletes, pictures } = proposal.calls;
  return [
    ...(sources.length === 0
      ? [`Nothing to send: every ${proposal.pictures === 0 ? 'file' : 'export'} is in step.`]
      : sources),
    ...(proposal.pictures === 0 ? [] : [line('* pictures', proposal.pictures)]),
    `Calls needed: ${batchUpsert} product batches, ${batchStock} stock batches, ${deletes} deletes, ${pictures} pictures.`,
    `Nothing was sent.  Apply exactly this: stockhand apply ${proposal.plan}`,
  ].join('\n');
}

function line(label: string, count: number): string {
  return `  ${label.padEnd(12)}${String(count).padStart(9)}`;
}
