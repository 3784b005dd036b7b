import { counted } from '../domain/counted.ts';
import type { NeedsYou, StatusFacts } from '../domain/facts.ts';
import { notBegunSentence } from '../domain/not-begun.ts';
import { statusDocument } from '../domain/status-document.ts';
import { unwatchedFolders } from '../domain/unwatched.ts';
import { sentenceAtRest } from '../status/status.ts';
import { onState } from './context.ts';
import { exitCodes, table } from './output.ts';
import type { CommandSpec } from './program.ts';

export const status: CommandSpec = {
  usage: 'status',
  summary: 'shows the status page in the terminal',
  async run(context) {
    const { result: facts, isDaemon } = await onState<StatusFacts>(context, 'status', {});
    context.output.result(statusResult(facts, isDaemon), () => statusText(facts, isDaemon));
    return facts.needsYou.length > 0 ? exitCodes.waitsForPerson : exitCodes.done;
  },
};

/** Whoever reads that all is well must know that nobody looks. */
const nobodyRuns = 'No daemon runs: nothing is read or sent until stockhand run.';

/** Where nobody runs, the headline of the page would say that something is on its way. */
export function statusResult(facts: StatusFacts, daemon: boolean) {
  const { headline, ...document } = statusDocument(facts);
  const ofPage = daemon && headline !== undefined ? { headline } : {};
  return { ...document, ...ofPage, sentence: sentenceOf(facts, daemon), daemon };
}

function sentenceOf(facts: StatusFacts, isDaemon: boolean): string {
  return isDaemon ? facts.sentence : sentenceAtRest(facts);
}

export function statusText(facts: StatusFacts, isDaemon: boolean): string {
  const sources =
    facts.catalog?.sources.map(({ name, state, sentence, otherwise }) => [
      ...[name, state],
      otherwise === undefined ? sentence : `${sentence} ${otherwise}.`,
    ]) ?? [];
  const pictures = facts.catalog?.pictures;
  const shown = pictures === undefined ? [] : [['pictures', pictures.state, pictures.sentence]];
  const orders =
    facts.orders === undefined
      ? []
      : [['orders', facts.orders.feed.state, ordersText(facts.orders)]];
  const compared = facts.catalog?.reconcile;
  const list = compared && [['reconcile', compared.at, compared.sentence]];
  const rows = [...sources, ...shown, ...(list ?? []), ...orders];
  return [
    sentenceOf(facts, isDaemon),
    ...(isDaemon ? [] : [nobodyRuns]),
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...unwatchedFolders(facts).map(unwatchedText),
    ...backlogText(facts.catalog),
    ...facts.needsYou.map(needText),
  ].join('\n');
}

function ordersText({ feed, outbox, commands }: NonNullable<StatusFacts['orders']>): string {
  const { written, pending, unacknowledged, parked, isNeverAcknowledged = false } = outbox;
  const { waiting } = commands;
  const files = [
    `${counted(written, 'file')} written`,
    // Where the folder is away, it is theirs that nobody else speaks of without a daemon.
    ...(pending === 0 ? [] : [`${pending} to be written`]),
    ...(isNeverAcknowledged ? [] : [`${unacknowledged} not picked up`]),
    `${parked} parked`,
    ...(waiting === 0 ? [] : [counted(waiting, 'command waits', 'commands wait')]),
  ].join(', ');
  const failure = feed.lastFailure ?? (feed.begins && notBegunSentence(feed.begins));
  return failure === undefined ? files : `${files}. ${failure}`;
}

function unwatchedText({ place, sentence, remedy }: ReturnType<typeof unwatchedFolders>[number]) {
  return `${place}: ${sentence} ${remedy}`;
}

function backlogText(catalog: StatusFacts['catalog']): string[] {
  if (catalog === undefined || catalog.waitingItems === 0) return [];
  const { waitingItems, emptyAt } = catalog;
  const end =
    emptyAt === undefined
      ? ''
      : ` At the present pace they are through at ${new Date(emptyAt).toLocaleString()}.`;
  const rows = counted(waitingItems, 'row waits', 'rows wait');
  return [`${rows} for the marketplace.${end}`];
}

function needText({ what, cause, effect, fix }: NeedsYou): string {
  return `needs you: ${what}\n  ${cause}\n  ${effect}\n  ${fix}`;
}
