import os from 'node:os';
import type { HeldFacts } from '../domain/facts.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const release: CommandSpec = {
  usage: 'release <id>',
  summary: 'allows what is held under this number, once; recorded with who and when',
  run: (context, [id]) =>
    answer<HeldFacts>(
      context,
      { command: 'release', args: { id, who: os.userInfo().username } },
      (hold) => {
        return `Released: ${hold.sentence}\n  It is sent with the next pass.`;
      },
    ),
};
