import path from 'node:path';
import { shownText, shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import { companionsOf } from './companions.ts';
import { telltaleText } from './encoding.ts';
import { columnLines } from './fixed-yaml.ts';
import type { Look } from './look.ts';
import { mappingLines } from './mapping-yaml.ts';
import type { NumbersGuess } from './number-style.ts';
import { isOneArticle } from './one-article.ts';
import {
  hasRepeatedKeys,
  keyCells,
  keyVariable,
  namePattern,
  type Proposal,
  type SourceProposal,
  sandboxUrl,
  sourceName,
} from './proposal.ts';
import { line, notInRule, scalar } from './yaml-line.ts';

/** The configuration as a person reads it: each proposal with its reason, what is uncertain as a comment. */
export function configText({ baseUrl, source, file }: Proposal): string {
  const base = path.basename(path.dirname(file)) === 'config' ? '..' : '.';
  return [
    `# Proposed by \`stockhand init\` from ${shownValue(source.sample.name)}. Read it line by line. A line that begins with # and a key is switched off,`,
    '# with the reason. Every key: config/reference.md · orders, webhooks and alerts: config/stockhand.example.yaml.',
    `# \${NAME} reads the environment, so that no secret is in this file. Paths are relative to this file.`,
    '',
    'marketplace:',
    line(
      '  baseUrl',
      baseUrl,
      baseUrl === sandboxUrl
        ? 'the sandbox on this machine (stockhand sandbox); replace it with the address of the marketplace'
        : '',
    ),
    line(
      '  apiKey',
      `\${${keyVariable}}`,
      'set this variable where Stockhand runs; never write the key itself here',
    ),
    '',
    line('dataDir', `${base}/data`, 'the state; on a local disk, never on a network share'),
    '',
    'catalog:',
    ...firstImport(source),
    `  #only: [${pilot(source).map(scalar).join(', ')}]`,
    '  sources:',
    ...(source.kind === 'stock' ? stockAlone : []),
    ...sourceLines(source, file),
    '  vanished: ignore                     # the safe choice; hide | unpublish take off sale what a full export no longer has, or what where: leaves out',
    '',
    '# Orders are read only when this section is switched on, with the folders of your ERP.',
    '#orders:',
    `#  outbox: { folder: ${base}/orders }`,
    `#  commands: { folder: ${base}/commands, receipts: ${base}/receipts }`,
    '',
  ].join('\n');
}

const stockAlone = [
  '    # Stock is sent only for products that the marketplace has confirmed: put a source of kind products beside this one, or',
  '    # run `stockhand adopt` if the products are on the marketplace already.',
];

function firstImport({ kind }: SourceProposal): readonly string[] {
  const does = kind === 'stock' ? 'sends the stock of every confirmed' : 'publishes every';
  return [
    `  # The first import ${does} article of the file. To begin with a few, list them under only: and check with \`stockhand plan\`,`,
    '  # or `stockhand sandbox --rehearse`, what would be sent. When you remove only:, all others follow.',
  ];
}

const pilotSize = 3;

/** Some article numbers of the sample, as an example that is right. */
function pilot(source: SourceProposal): readonly string[] {
  const cells = keyCells(source);
  const some = [...new Set(cells)].slice(0, pilotSize);
  return some.length === 0 ? ['ART-1', 'ART-2'] : some;
}

function sourceLines(source: SourceProposal, file: string): readonly string[] {
  const { sample, kind, contents, missing, look } = source;
  return [
    line('    - name', scalar(sourceName(sample.name))),
    line('      kind', kind, 'products | stock'),
    line('      folder', shortPath(path.dirname(file), sample.folder)),
    line('      files', JSON.stringify(namePattern(sample.name)), 'which files of the folder'),
    line(
      '      contents',
      contents,
      contents === 'full'
        ? 'a missing article has vanished · delta: only the rows of the file are used'
        : 'only the rows of the file are used · full: a missing article has vanished',
    ),
    ...(missing === undefined
      ? []
      : [
          line(
            '      missing',
            missing,
            missing === 'keep'
              ? 'an article that the file leaves out keeps its stock · zero: its stock becomes 0'
              : 'the stock of an article that the file leaves out becomes 0 · keep: it stays',
          ),
        ]),
    ...dialectLines(source),
    ...(kind === 'stock' && hasRepeatedKeys(source)
      ? [
          line(
            '      #duplicates',
            'sum',
            'articles have several rows here: leave out with where: what is not for sale, then sum; or take the last row (last)',
          ),
        ]
      : []),
    ...leftOutLine(source),
    ...servicesLine(source),
    ...fillDownLine(source),
    ...mappingLines(source),
    ...(look.badRows.length === 0
      ? []
      : [
          `      # ${counted(look.badRows.length, 'row')} of the sample could not be read; stockhand check names each.`,
        ]),
  ];
}

function leftOutLine({ leftOut }: SourceProposal): readonly string[] {
  const rules = leftOut.map(({ column, notIn }) => notInRule(column, notIn));
  if (rules.length === 0) return [];
  const rule = rules.length === 1 ? rules.join() : `[${rules.join(', ')}]`;
  return [line('      where', rule, 'such rows group several articles, or are not goods')];
}

function servicesLine({ services }: SourceProposal): readonly string[] {
  if (services === undefined) return [];
  const rule = notInRule(services.column, services.values);
  return [line('      #where', rule, 'leaves out what is not goods')];
}

function fillDownLine({ fillDown }: SourceProposal): readonly string[] {
  if (fillDown === undefined) return [];
  const { columns, within } = fillDown;
  const rule = `{ columns: [${columns.map(scalar).join(', ')}], within: ${scalar(within)} }`;
  const reason = 'please check: rows below the first one of a product repeat its values';
  return [line('      fillDown', rule, reason)];
}

function dialectLines({ sample, look, numbers }: SourceProposal): readonly string[] {
  const { format, options, dialect, guessedBy } = look;
  const companions = companionsOf(format, sample).map(({ template }) => JSON.stringify(template));
  const guessed = `please check these words: ${telltaleText(guessedBy)}`;
  return [
    line('      format', format),
    ...(companions.length === 0
      ? []
      : [
          line(
            '      companions',
            `[${companions.join(', ')}]`,
            'files that belong to it and are awaited with it',
          ),
        ]),
    line(
      '      encoding',
      options.encoding ?? 'auto',
      options.encoding === undefined
        ? `here ${dialect.encoding}`
        : guessedBy.words.length > 0
          ? guessed
          : '',
    ),
    ...(format === 'csv' ? csvLines(look) : []),
    ...(options.sheet === undefined ? [] : [line('      sheet', scalar(options.sheet))]),
    ...(options.path === undefined
      ? []
      : [line('      path', scalar(options.path), pathReason(look))]),
    numbers === undefined
      ? line(
          '      #numbers',
          '"1.234,56"',
          'no value of the sample shows how 1234.56 is written; a number that can be read in two ways rejects its row',
        )
      : line('      numbers', JSON.stringify(numbers.example), numbersReason(numbers)),
    ...headerLine(look),
    ...(look.fixed === undefined ? [] : columnLines(look.fixed)),
  ];
}

function pathReason(look: Look): string {
  return isOneArticle(look)
    ? 'please check: it is there once in this sample, and seems to be the article by its name'
    : 'the repeated element';
}

function numbersReason({ shownBy, doubt }: NumbersGuess): string {
  const reason = `as in ${shownValue(shownBy)}`;
  return doubt === undefined ? reason : `please check: ${reason}; ${shownText(doubt)}`;
}

function csvLines({ dialect }: Look): readonly string[] {
  const delimiter = dialect.delimiter === '\t' ? 'tab' : JSON.stringify(dialect.delimiter);
  return [line('      delimiter', delimiter), ...quoteLines(dialect)];
}

function quoteLines({ quote, escape: sign }: Look['dialect']): readonly string[] {
  const bare = 'quote marks in this file are part of the text (inches), or there are none';
  const marks = quote === 'none' ? [line('      quote', 'none', bare)] : [];
  const other =
    quote === "'" ? [line('      quote', '"\'"', 'texts are written in these marks')] : [];
  const note =
    'please check: a backslash stands before a character that would end a cell, or is doubled';
  const escaped = sign === undefined ? [] : [line('      escape', JSON.stringify(sign), note)];
  return [...marks, ...other, ...escaped];
}

function headerLine({ format, options: { headerRow } }: Look): readonly string[] {
  if (headerRow === undefined) return [];
  if (headerRow === 'none')
    return [line('      headerRow', 'none', 'no row of names: columns are 1, 2, …')];
  const isAlone = headerRow.length === 1;
  const rows = isAlone ? String(headerRow[0]) : `[${headerRow.join(', ')}]`;
  return [
    line('      headerRow', rows, format === 'fixed' ? 'the rows up to this one are left out' : ''),
  ];
}

/** The path to `to`, relative to `from` where that is shorter. */
export function shortPath(from: string, to: string): string {
  const way = path.relative(from, to).split(path.sep).join('/');
  const relative =
    way === '' ? '.' : way.startsWith('..') || path.isAbsolute(way) ? way : `./${way}`;
  return scalar(relative.length <= to.length ? relative : to);
}
