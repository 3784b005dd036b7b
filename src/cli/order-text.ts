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
}

/** A daemon writes it in its turn, and while orders are paused nobody does: the file may not be there yet. */
export function reissuedText(reference: string, { version }: Reissued): string {
  return `The file of order ${reference}, version ${version}, is written once more, under a new number.\n  Its name: stockhand orders show ${argument(reference)}`;
}
