import { callControl, isRunning } from '../control/call.ts';
import { controlPath } from '../control/path.ts';
import { StockhandError } from '../domain/error.ts';
import type { LiveLine } from '../live/live.ts';
import { configOf } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const tail: CommandSpec = {
  usage: 'tail',
  summary: 'shows files, calls, webhooks and orders as they happen, until Ctrl-C',
  async run(context) {
    const { output } = context;
    const signal = AbortSignal.any([context.signal, output.unread]);
    const { dataDir } = (await configOf(context)).config;
    const path = controlPath(dataDir);
    if (!(await isRunning(path))) {
      throw new StockhandError('NO_DAEMON', `No daemon runs on ${dataDir}: nothing happens.`);
    }
    let isFollowing = false;
    const onLine = (line: unknown): void => {
      isFollowing = true;
      output.item(line, lineText(line as LiveLine));
    };
    try {
      await callControl(path, { command: 'tail', args: {}, onLine, signal });
    } catch (cause) {
      // It never answers: either side ends it. One that still listens has not ended, it hangs.
      if (!signal.aborted && (!isFollowing || (await isRunning(path)))) throw cause;
    }
    if (!signal.aborted) output.line('The daemon has ended.');
    return exitCodes.done;
  },
};

const partWidth = 9;

function lineText({ at, part, text }: LiveLine): string {
  return `${new Date(at).toLocaleTimeString()}  ${part.padEnd(partWidth)} ${text}`;
}
