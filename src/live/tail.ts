import type { Parts } from '../app.ts';
import type { CommandCall } from '../control/serve.ts';
import { counted } from '../domain/counted.ts';
import type { LiveLine } from './live.ts';
import { type NewEvents, newEventsOf, waysOf } from './new-events.ts';

const lookEveryMs = 500;
/** Of each way, so that who begins to look sees what it is about. */
const linesBefore = 10;

/** Files, calls, webhooks and orders as one stream, until nobody reads it any more (contract.md `tail`). */
export async function tail(
  { live, clock, ...parts }: Pick<Parts, 'live' | 'clock' | 'catalog' | 'orders'>,
  { signal, line }: CommandCall,
): Promise<void> {
  const followed = live.follow();
  live.tell(
    'tail',
    `follows the daemon (process ${process.pid}); the last lines before, then what comes`,
  );
  const ways = waysOf(parts).map((way) => newEventsOf(way, linesBefore));
  try {
    while (!signal.aborted) {
      const news = await Promise.all(ways.map((next) => next()));
      const lines = [...news.flatMap(linesOf), ...followed.take()];
      // Times of one form sort as texts.
      for (const each of lines.sort((a, b) => (a.at < b.at ? -1 : 1))) await line(each);
      await clock.sleep(lookEveryMs, signal);
    }
  } finally {
    followed.end();
  }
}

function linesOf({ events, missed }: NewEvents): LiveLine[] {
  const lines = events.map(({ at, part, text }) => ({ at, part, text }));
  const at = lines.at(-1)?.at ?? '';
  const text = `${counted(missed, 'event')} came too fast to be shown.`;
  return missed > 0 ? [...lines, { at, part: 'tail', text }] : lines;
}
