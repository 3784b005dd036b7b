import type { Proposal, SourceProposal } from '../catalog/plan/proposal.ts';
import { shownValue } from '../domain/complaint.ts';
import { count, countedWithCommas } from '../domain/counted.ts';
import type { HeldFacts } from '../domain/facts.ts';
import { answer } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const plan: CommandSpec = {
  usage: 'plan',
  summary: 'shows what the next pass would send, call by call, with a plan id; sends nothing',
  options: [{ flags: '--source <name>', text: 'only this source' }],
  run(context, _args, { source }) {
    const pictures = source === undefined ? picturesLine : notAsked;
    return answer(context, { command: 'plan', args: { source }, code }, (proposal: Proposal) =>
      planText(proposal, pictures),
    );
  },
};

function code({ held, sources, unread = [], refused = [] }: Proposal) {
  const isUnread = unread.length + refused.length > 0;
  const isWaiting = held > 0 || isUnread || sources.some(({ rejected = 0 }) => rejected > 0);
  return isWaiting ? exitCodes.waitsForPerson : exitCodes.done;
}

/** Pictures belong to no export, so a plan for one source does not speak of them. */
const notAsked = (): string => '  i picture          -     in a plan for all sources only';

function heldLine({ id, sentence, remedy }: HeldFacts): string {
  return remedy === undefined
    ? `Held: ${sentence} (stockhand release ${id})`
    : `${sentence} ${remedy}`;
}

/** Symbols for new, changed, stock, gone, rejected and held, each with an example; the calls; nothing was sent. */
export function planText(proposal: Proposal, pictures = picturesLine): string {
  return [
    ...(proposal.sources.length === 0
      ? [`Nothing to send: ${whyNothing(proposal)}`]
      : proposal.sources.map(sourceText)),
    ...onceText(proposal),
    ...proposal.holds.map(heldLine),
    ...(proposal.paused ?? []).map((text) => `${text}: it is not applied before stockhand resume.`),
    ...(proposal.refused ?? []).map((text) => `Refused: ${text}`),
    ...(proposal.behindUndo ?? []).map((text) => `Waits: ${text}`),
    ...(proposal.unread ?? []).map((text) => `Not read: ${text} No plan is applied before that.`),
    ...unnamedLine(proposal),
    ...(isShown(proposal) ? [pictures(proposal)] : []),
    `Calls needed: ${callsText(proposal)}.${paceText(proposal)}`,
    `Nothing was sent.${isApplicable(proposal) ? `  Apply exactly this: stockhand apply ${proposal.plan}` : ''}`,
  ].join('\n');
}

function isShown({ sources, pictures }: Proposal): boolean {
  return sources.length > 0 || pictures > 0;
}

/** False where `apply` would refuse it, or would have nothing to send. */
function isApplicable({ calls, unread = [], paused = [] }: Proposal): boolean {
  const count = calls.batchUpsert + calls.batchStock + calls.delete + calls.pictures;
  return count > 0 && unread.length + paused.length === 0;
}

const articlesShown = 10;

function unnamedLine({ unnamed = [] }: Proposal): string[] {
  if (unnamed.length === 0) return [];
  const more = unnamed.length - articlesShown;
  const shown = unnamed.slice(0, articlesShown).map(shownValue).join(', ');
  return [
    `No row that is used has an article ${shown}${more > 0 ? ` and ${count(more)} more` : ''}, which only: names. Correct it there, or where: if that leaves it out, or leave it if the ERP exports it later.`,
  ];
}

/** Where sources name the same ones, their numbers do not add up. */
function onceText(proposal: Proposal): string[] {
  const counted = (['new', 'changed'] as const).flatMap((sort) => {
    const named = proposal.sources.reduce((sum, source) => sum + source[sort], 0);
    return named === proposal[sort] ? [] : [`${sort} articles: ${count(proposal[sort])}`];
  });
  if (counted.length === 0) return [];
  const text = counted.join(', ');
  return [
    `${text.charAt(0).toUpperCase()}${text.slice(1)}. Those that several sources name count once.`,
  ];
}

function whyNothing(proposal: Proposal): string {
  const { holds, pictures, unread = [], refused = [], behindUndo = [] } = proposal;
  if (unread.length > 0) return 'not every file could be read.';
  const apart = Object.entries({ refused, held: holds, waiting: behindUndo })
    .filter(([, those]) => those.length > 0)
    .map(([word]) => word);
  if (apart.length > 0) return `what is not ${apart.join(' or ')} is in step.`;
  return `every ${pictures === 0 ? 'file' : 'export'} is in step.`;
}

function picturesLine({ pictures }: Proposal): string {
  return line('i picture', pictures);
}

function sourceText(source: SourceProposal): string {
  const { file, rows, bytes, takenAt, examples = {}, vanishedMeans, holds = [] } = source;
  const head = [
    `Source "${source.source}"`,
    file,
    countedWithCommas(rows, 'row'),
    ...(bytes === undefined ? [] : [sizeText(bytes)]),
    ...(takenAt === undefined ? [] : [`taken ${momentText(takenAt)}`]),
    ...dialectText(source),
  ].join('  ');
  const gone = { hide: 'hide', unpublish: 'unpublish', zero: 'to zero', nothing: 'vanished' };
  const { rejected = 0, missing = 0, behind = 0, waiting } = source;
  return [
    head,
    line('+ new', source.new, examples.new),
    line('~ product', source.changed, examples.changed),
    line('= stock', source.stock, examples.stock),
    line(`- ${gone[vanishedMeans]}`, source.vanished, examples.vanished) + missingText(missing),
    ...(rejected === 0 ? [] : [line('x rejected', rejected, examples.rejected)]),
    line('! held', source.held, examples.held),
    ...holds.map(
      ({ id, sentence, remedy }) =>
        `${' '.repeat(28)}${sentence} ${remedy ?? `(stockhand release ${id})`}`,
    ),
    ...begunText(waiting),
    ...behindText(behind),
  ].join('\n');
}

function missingText(missing: number): string {
  return missing === 0
    ? ''
    : `     (${count(missing)} missing in the file; nothing is sent of them)`;
}

/** The numbers above it are those of the whole plan, as before its first request. */
function begunText(waiting: number | undefined): string[] {
  if (waiting === undefined) return [];
  const left = countedWithCommas(
    waiting,
    'row is still to be sent or answered',
    'rows are still to be sent or answered',
  );
  return [`  This has begun: ${left}; the other numbers are of the whole plan.`];
}

function behindText(behind: number): string[] {
  if (behind === 0) return [];
  const wait = countedWithCommas(behind, 'more export waits', 'more exports wait');
  return [`  ${wait} for this one: each needs its own plan.`];
}

/** `2026-11-21 07:58`, as the clock on the wall says it. */
function momentText(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE').slice(0, 16);
}

function dialectText({ dialect }: SourceProposal): string[] {
  if (dialect === undefined) return [];
  const { encoding, delimiter, numbers } = dialect;
  const separator = delimiter && `'${delimiter === '\t' ? 'tab' : delimiter}'`;
  const facts = [encoding, separator, numbers].filter(Boolean);
  return facts.length === 0 ? [] : [`(${facts.join(', ')})`];
}

/** An example is shown only where there is something of its sort. */
function line(label: string, items: number, example?: string): string {
  const shown = items === 0 || example === undefined ? '' : `     ${shownValue(example)}`;
  return `  ${label.padEnd(12)}${count(items).padStart(9)}${shown}`;
}

function callsText({ calls, pictureRemovals = 0 }: Proposal): string {
  const shown = calls.pictures - pictureRemovals;
  const texts = [
    countedWithCommas(calls.batchUpsert, 'product batch', 'product batches'),
    countedWithCommas(calls.batchStock, 'stock batch', 'stock batches'),
    countedWithCommas(calls.delete, 'delete'),
    // Presign, upload and commit.
    countedWithCommas(shown, 'picture') + (shown === 0 ? '' : ` x3 (${count(shown * 3)})`),
  ];
  if (pictureRemovals > 0) texts.push(countedWithCommas(pictureRemovals, 'picture removal'));
  return texts.join(', ');
}

function paceText({ seconds }: Proposal): string {
  if (seconds === undefined) return '';
  const time = seconds < 100 ? `${seconds} s` : `${count(Math.round(seconds / 60))} min`;
  return `  About ${time} at the pace of the last requests.`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
