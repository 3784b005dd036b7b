import { configOf } from './context.ts';
import { findingsText } from './findings-text.ts';
import { load } from './load.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const checkCommand: CommandSpec = {
  usage: 'check',
  summary:
    'checks the configuration, the files and the connections; shows where each finding is and how to correct it',
  options: [{ flags: '--offline', text: 'do not check the connections' }],
  async run(context, _args, options) {
    const loaded = await configOf(context);
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
