import { shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import type { PastRun } from '../domain/facts.ts';
import { shownExport } from '../domain/file-name.ts';
import type { History } from '../history.ts';
import { answer } from './context.ts';
import { type ExitCode, exitCodes, table } from './output.ts';
import type { CommandSpec } from './program.ts';

export const history: CommandSpec = {
  usage: 'history',
  summary: 'shows the sync sessions of the marketplace and the local imports, newest first',
  run: (context) => answer<History>(context, { command: 'history', code }, historyText),
};

/** contract.md "Exit codes": the imports here are shown all the same. */
export function code({ marketplace }: History): ExitCode {
  if (!('failed' in marketplace)) return exitCodes.done;
  return marketplace.code === 'NO_ANSWER' ? exitCodes.noAnswer : exitCodes.failed;
}

export function historyText({ marketplace, sessions, runs }: History): string {
  const ours = new Map(sessions.map((session) => [session.sessionId, session.run]));
  const theirs =
    'failed' in marketplace
      ? [`  ${marketplace.failed}`]
      : marketplace.sessions.map((session) => sessionLine(session, ours));
  const local = runs.map((run) => [
    `  ${run.run}`,
    run.source,
    shownExport(run.file),
    ...booksCells(run),
  ]);
  const open = sessions.map((session) => [
    `  run ${session.run}`,
    session.source,
    counted(session.items, 'item'),
    session.state,
    session.startedAt,
    ...(session.state === 'ended' || session.answer === null ? [] : [session.answer]),
  ]);
  return [
    'Sync sessions on the marketplace:',
    ...(theirs.length === 0 ? ['  none'] : theirs),
    'Sync sessions that this Stockhand opened:',
    open.length === 0 ? '  none' : table(open),
    // Older ones are not listed, and an undo may be asked for one of them.
    ...(local.length === 0
      ? ['Imports here:', '  none']
      : [`Imports here (the newest ${local.length}):`, table(local)]),
  ].join('\n');
}

function booksCells(run: PastRun): string[] {
  if (run.isRefused) return ['refused'];
  return [
    `${run.read} read`,
    `${run.sent} sent`,
    `${run.unchanged} unchanged`,
    `${run.held} held`,
    `${run.rejected} rejected`,
    `${run.skipped} skipped`,
    ...(run.takenOff === undefined ? [] : [run.takenOff]),
  ];
}

/** The shape of a session in the list is not shown in the specification: every field is told as it came. */
function sessionLine(
  session: Readonly<Record<string, unknown>>,
  ours: ReadonlyMap<string | null, number>,
): string {
  const run = ours.get(String(session['sessionId']));
  const fields = Object.entries(session).map(
    ([name, value]) =>
      `${name} ${shownValue(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
  );
  return `  ${fields.join(', ')}${run === undefined ? '' : ` (run ${run} here)`}`;
}
