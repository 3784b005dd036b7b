import { argument } from '../domain/argument.ts';
import type { CommandEnd } from '../orders/by-hand.ts';

/** How a command by hand ended, for people. */
export function endText({ outcome, code, message, orderStatus }: CommandEnd): string {
  const ends = { done: 'Done', refused: 'Refused', waiting: 'It waits' };
  const status = orderStatus === undefined ? '' : `: the order is ${orderStatus}`;
  const why = [code, message].filter((part) => part !== undefined).join(' ');
  return [`${ends[outcome]}${status}.`, ...(why === '' ? [] : [`  ${why}`])].join('\n');
}

export interface Reissued {
  readonly version: string;
  /** Why no order file appears: orders are paused, or the outbox is offline. */
  readonly waits?: string;
}

/** A daemon writes it in its turn: the file may not be there yet. */
export function reissuedText(reference: string, { version, waits }: Reissued): string {
  const file = `The file of order ${reference}, version ${version},`;
  const end =
    waits === undefined
      ? 'is written once more, under a new number.'
      : `waits to be written once more: ${waits}`;
  return `${file} ${end}\n  Its name: stockhand orders show ${argument(reference)}`;
}
