import { releasedText } from '../acted-text.ts';
import type { Released } from '../domain/facts.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const release: CommandSpec = {
  usage: 'release <id>',
  summary: 'releases what is held under this number, once; who did it and when is recorded',
  run: (context, [id]) =>
    answer<Released>(context, { command: 'release', args: { id } }, releasedText),
};
