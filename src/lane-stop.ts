import type { Parts } from './app.ts';
import type { Lane } from './domain/exchange.ts';
import type { CommandEnd } from './orders/by-hand.ts';

/** Why one of the lanes sends nothing, and what to do. */
export function stopText(parts: Pick<Parts, 'door'>, asked: readonly Lane[]): string | undefined {
  const stop = stopOf(parts, asked);
  return stop && `${stop.sentence} ${stop.remedy}`;
}

/** A command that waits because its key was refused, or the like, was answered: a person has to act first. */
export function stoppedEnd(parts: Pick<Parts, 'door'>, end: CommandEnd): CommandEnd {
  const stop = stopOf(parts, ['orders']);
  if (end.code !== 'NO_ANSWER' || stop === undefined || stop.code === 'NO_ANSWER') return end;
  const message = `${stop.sentence} ${stop.remedy} The command is kept and sent after that.`;
  return { outcome: 'waiting', code: stop.code, message, needsYou: true };
}

function stopOf({ door }: Pick<Parts, 'door'>, asked: readonly Lane[]) {
  const { lanes } = door.exchange.facts();
  return lanes.find(({ lane, stopped }) => asked.includes(lane) && stopped !== undefined)?.stopped;
}
