import { placeToWrite } from '../config/load.ts';
import { StockhandError } from '../domain/error.ts';
import type { Given } from '../setup/dialog.ts';
import type { Context } from './context.ts';
import { load } from './load.ts';
import { type Options, textOf } from './options.ts';
import { type ExitCode, exitCodes, terminal } from './output.ts';
import type { CommandSpec } from './program.ts';

export const init: CommandSpec = {
  usage: 'init',
  summary:
    'asks questions, reads a sample export, proposes format, encoding, numbers and mapping, and writes a commented YAML',
  options: [
    { flags: '--sample <file>', text: 'an export of the ERP that is read as a sample' },
    { flags: '--base-url <url>', text: 'the address of the marketplace' },
    {
      flags: '--out <file>',
      text: 'the file to write (default config/stockhand.yaml, or --config)',
    },
    { flags: '--kind <kind>', text: 'what a row describes: products or stock' },
    { flags: '--contents <contents>', text: 'what an export holds: full or delta' },
    {
      flags: '--missing <missing>',
      text: 'the stock of an article that a full export leaves out: keep or zero',
    },
    { flags: '--encoding <name>', text: 'the encoding of the sample' },
    {
      flags: '--numbers <example>',
      text: 'how 1234.56 is written in the sample, such as "1.234,56"',
    },
    {
      flags: '--map <field=column...>',
      text: 'the columns of the fields, such as externalId=ArtNr name=Text',
    },
    { flags: '--yes', text: 'accept every proposal for which no option is given' },
  ],
  run: (context, _args, options) => ask(context, options),
};

async function ask(context: Context, options: Options): Promise<ExitCode> {
  const { isInteractive, ...streams } = terminal();
  const isDialog = options['yes'] !== true;
  if (isDialog && !isInteractive) throw noTerminal();
  const { openTerminal } = await load(import('../setup/terminal.ts'));
  const person = isDialog ? openTerminal(streams, context.signal) : undefined;
  try {
    return await proposed(context, options, person?.ask);
  } finally {
    person?.close();
  }
}

function noTerminal(): StockhandError {
  const remedy =
    'Without a terminal, give --sample FILE and --yes, and the options for what init cannot know: --base-url, --kind, --contents, --missing, --encoding, --numbers, --map, --out.';
  return new StockhandError('USAGE', 'init asks questions, but there is no terminal.', { remedy });
}

async function proposed(
  { output, configPath }: Context,
  options: Options,
  person: ((prompt: string) => Promise<string>) | undefined,
): Promise<ExitCode> {
  const { init } = await load(import('../setup/init.ts'));
  const { createInterview } = await load(import('../setup/interview.ts'));
  const { factsOf, nextText, proposedText } = await load(import('./init-text.ts'));
  const out = textOf(options, 'out') ?? placeToWrite(configPath);
  const result = await init(
    createInterview({ ask: person, tell: output.line }),
    { given: givenIn(options), out, cwd: process.cwd() },
    (proposal) => output.line(proposedText(proposal)),
  );
  output.result(factsOf(result), () => nextText(result));
  return result.isWritten ? exitCodes.done : exitCodes.failed;
}

function givenIn(options: Options): Given {
  return {
    baseUrl: textOf(options, 'baseUrl'),
    sample: textOf(options, 'sample'),
    encoding: textOf(options, 'encoding'),
    numbers: textOf(options, 'numbers'),
    kind: textOf(options, 'kind'),
    contents: textOf(options, 'contents'),
    missing: textOf(options, 'missing'),
    map: Array.isArray(options['map']) ? options['map'].map(String) : [],
  };
}
