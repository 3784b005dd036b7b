import type { Released } from '../domain/facts.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';
import { whoAsks } from './who.ts';

export const release: CommandSpec = {
  usage: 'release <id>',
  summary: 'releases what is held under this number, once; who did it and when is recorded',
  run: (context, [id]) =>
    answer<Released>(context, { command: 'release', args: { id, who: whoAsks() } }, releasedText),
};

export function releasedText({ sentence, waitsFor, remedy }: Released): string {
  // Only a refused file of changes is ended without anything to send.
  if (remedy !== undefined)
    return `Settled: ${sentence}\n  Nothing is sent. The file is not read again, even if the mapping is corrected: whatever is still missing must be exported again.`;
  const others = waitsFor.join(' and ');
  const when = others === '' ? 'with the next pass' : `once ${others} is released too`;
  return `Released: ${sentence}\n  It is sent ${when}.`;
}
