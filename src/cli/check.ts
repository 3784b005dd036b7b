import { configOf } from './context.ts';
import { findingsText } from './findings-text.ts';
import { load } from './load.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const checkCommand: CommandSpec = {
  usage: 'check',
  summary: 'configuration, files, world: each finding with its place and its fix',
  options: [{ flags: '--offline', text: 'leave the world out' }],
  async run(context, _args, options) {
    const loaded = await configOf(context);
    if (loaded === undefined) return exitCodes.configuration;
    const { check } = await load(import('../check/check.ts'));
    const result = await check(loaded.config, {
      offline: options['offline'] === true,
      written: loaded,
    });
    context.output.result({ config: loaded.path, ...result }, () =>
      findingsText(loaded.path, result),
    );
    return result.findings.some(({ level }) => level === 'error')
      ? exitCodes.failed
      : exitCodes.done;
  },
};
