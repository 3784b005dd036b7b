import type { Retried } from './catalog/requests/retry.ts';
import { isPictureHold } from './catalog/state/picture-holds.ts';
import { counted } from './domain/counted.ts';
import type { Released } from './domain/facts.ts';
import type { ActionName } from './web/actions.ts';

/** What came of an action, for the page: in the words of the terminal. Undefined where it did just what it says. */
export function actedText(name: ActionName, result: unknown): string | undefined {
  if (name === 'release') return releasedText(result as Released);
  return name === 'retry' ? retriedText(result as Retried) : undefined;
}

export function releasedText(released: Released): string {
  const { sentence, source, waitsFor, paused, remedy, sendsNothing } = released;
  // Only a refused file of changes is ended without anything to send.
  if (remedy !== undefined)
    return `Settled: ${sentence}\n  Nothing is sent. The file is not read again, even if the mapping is corrected: whatever is still missing must be exported again.`;
  if (sendsNothing) return `Released: ${sentence}\n  There is nothing to send.`;
  const others = waitsFor.join(' and ');
  const when = others === '' ? 'with the next pass' : `once ${others} is released too`;
  const pause =
    paused === undefined
      ? ''
      : `\n  ${paused}: nothing of it is sent before stockhand resume ${isPictureHold({ source }) ? 'catalog' : source}.`;
  return `Released: ${sentence}\n  It is sent ${when}.${pause}`;
}

export function retriedText({ items, waiting = [] }: Retried): string {
  if (items === 0 && waiting.length === 0) return 'Nothing was parked.';
  return [
    `${counted(items, 'item is', 'items are')} sent with the next pass.`,
    ...waiting.map((one) => `  ${one.items} more cannot be sent yet: ${one.why}`),
  ].join('\n');
}
