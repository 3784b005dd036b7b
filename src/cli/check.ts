import type { CheckResult, Finding } from '../check.ts';
import type { SourceSample } from '../sample.ts';
import { configOf } from './context.ts';
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
    const { check } = await load(import('../check.ts'));
    const result = await check(loaded.config, {
      offline: options['offline'] === true,
      written: loaded,
    });
    context.output.result({ config: loaded.path, ...result }, () => checkText(loaded.path, result));
    return result.findings.some(({ level }) => level === 'error')
      ? exitCodes.failed
      : exitCodes.done;
  },
};

function checkText(path: string, { findings, samples }: CheckResult): string {
  const areas = (['config', 'files', 'world'] as const).map((area) => {
    const own = findings.filter((finding) => finding.area === area);
    const shown = area === 'files' ? samples.map(sampleText) : [];
    return own.length === 0
      ? ''
      : [area.toUpperCase(), ...own.map(findingText), ...shown].join('\n');
  });
  const errors = findings.filter(({ level }) => level === 'error').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  return [
    path,
    ...areas.filter((area) => area !== ''),
    `${errors} errors, ${warnings} warnings`,
  ].join('\n');
}

const marks = { ok: 'ok     ', warning: 'warning', error: 'error  ' } as const;

function findingText({ level, place, sentence, remedy }: Finding): string {
  return `  ${marks[level]}  ${place}: ${sentence}${level === 'ok' || remedy === undefined || sentence.includes(remedy) ? '' : ` ${remedy}`}`;
}

/** Three rows as they would be sent, so that encoding and numbers can be seen. */
function sampleText({ source, rows }: SourceSample): string {
  return rows
    .map(({ row, values }) => `           ${source} row ${row}: ${JSON.stringify(values)}`)
    .join('\n');
}
