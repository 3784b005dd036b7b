import os from 'node:os';
import type { Released } from '../domain/facts.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const release: CommandSpec = {
  usage: 'release <id>',
  summary: 'allows what is held under this number, once; recorded with who and when',
  run: (context, [id]) =>
    answer<Released>(
      context,
      { command: 'release', args: { id, who: os.userInfo().username } },
      ({ sentence, waitsFor, remedy }) => {
        if (remedy !== undefined) return `Settled: ${sentence}\n  Nothing is sent.`;
        const others = waitsFor.join(' and ');
        const when = others === '' ? 'with the next pass' : `once ${others} is released too`;
        return `Released: ${sentence}\n  It is sent ${when}.`;
      },
    ),
};
