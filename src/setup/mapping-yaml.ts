import { lastStep } from '../domain/column-name.ts';
import { shownText, shownValue } from '../domain/complaint.ts';
import type { Guess } from './guess.ts';
import { marksText } from './marks.ts';
import type { SourceProposal } from './proposal.ts';
import { line, scalar } from './yaml-line.ts';

/** `mapping:` with its proposals, what is uncertain, and what is left. */
export function mappingLines(proposal: SourceProposal): readonly string[] {
  const { guesses, left, kind } = proposal;
  const proposed = guesses.filter(({ isProposed }) => isProposed);
  const uncertain = guesses.filter(({ isProposed }) => !isProposed);
  return [
    '      mapping:',
    ...proposed.map((one) => fieldLine('        ', one)),
    ...(kind === 'products' ? unitLine(guesses) : []),
    ...(uncertain.length === 0 ? [] : ['        # Uncertain: remove the # before what is right:']),
    ...uncertain.map((one) => fieldLine('        #', one)),
    ...leftLines(left, kind),
    ...unsentLines(proposal),
  ];
}

function unsentLines(proposal: SourceProposal): readonly string[] {
  const { prices, doubtful, marks, unnamedMarks } = proposal;
  const unsent = [
    ['May say whether an article is on sale, and is not read', marksText(marks)],
    ['Yes or no, which may say whether an article is on sale', marksText(unnamedMarks)],
    ['May be prices, which buyers must not see as attributes', names(doubtful)],
    ['Prices are managed in the supplier portal and never sent', names(prices)],
  ];
  return unsent.flatMap(([text, which]) => (which === '' ? [] : [`        # ${text}: ${which}`]));
}

function unitLine(guesses: readonly Guess[]): readonly string[] {
  if (guesses.some(({ field }) => field === 'unitOfMeasure')) return [];
  return [line('        #unitOfMeasure', '{ constant: pcs }', 'no column of units was found')];
}

function leftLines(left: readonly string[], kind: SourceProposal['kind']): readonly string[] {
  if (left.length === 0) return [];
  if (kind === 'stock') return [`        # Other columns: ${names(left)}`];
  return [
    '        # Other columns. If you send them as attributes, buyers see them under these names (at most 100):',
    `        #attributes: { ${attributesText(left)} }`,
  ];
}

/** A column that an attribute of XML names, `field[@name=farbe]`, is shown to buyers as `farbe`. */
function attributesText(left: readonly string[]): string {
  const keyed = left.filter((name) => name.includes('[@'));
  const plain = left.filter((name) => !keyed.includes(name));
  const columns = `columns: [${plain.map(scalar).join(', ')}]`;
  return [
    ...(plain.length === 0 ? [] : [columns]),
    ...keyed.map((name) => `${scalar(lastStep(name))}: ${scalar(name)}`),
  ].join(', ');
}

function names(columns: readonly string[]): string {
  return columns.map(shownValue).join(', ');
}

function fieldLine(indent: string, one: Guess): string {
  const likely = one.certainty === 'likely' && one.isProposed ? 'please look: ' : '';
  return line(`${indent}${one.field}`, written(one), `${likely}${shownText(one.reason)}`);
}

function written({ field, columns, minus, steps }: Guess): string {
  const [only = ''] = columns;
  const { replace, translate, template, otherwise, default: empty, ...flags } = steps;
  const more = stepTexts(flags);
  const pairs = Object.entries(translate ?? {}).map(
    ([from, to]) => `${scalar(from)}: ${scalarOf(to)}`,
  );
  const replaced = replace?.map(({ from, to }) => `{ from: ${scalar(from)}, to: "${to}" }`) ?? [];
  const keys = [
    ...(replaced.length === 0 ? [] : [`replace: [${replaced.join(', ')}]`]),
    ...more,
    ...(pairs.length === 0 ? [] : [`translate: { ${pairs.join(', ')} }`]),
    ...stepTexts({ otherwise, default: empty }),
  ];
  const list = `[${columns.map(scalar).join(', ')}]`;
  if (columns.length + minus.length > 1) {
    const texts =
      template === undefined ? `columns: ${list}, join: " "` : `template: ${scalar(template)}`;
    const several = field === 'availableQty' ? `sum: ${list}` : texts;
    const less = minus.length === 0 ? [] : [`minus: [${minus.map(scalar).join(', ')}]`];
    return `{ ${[several, ...less, ...keys].join(', ')} }`;
  }
  return keys.length === 0
    ? scalar(only)
    : `{ ${[`column: ${scalar(only)}`, ...keys].join(', ')} }`;
}

function stepTexts(steps: Readonly<Record<string, string | true | undefined>>): readonly string[] {
  return Object.entries(steps).flatMap(([step, value]) =>
    value === undefined ? [] : [`${step}: ${value}`],
  );
}

/** `true` and `false` are written as truth values, anything else as a text. */
function scalarOf(text: string): string {
  return text === 'true' || text === 'false' ? text : scalar(text);
}
