import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openPoints } from '../../src/sandbox/base/options.ts';
import { controlRoutes } from '../../src/sandbox/control/control.ts';
import { kinds } from '../../src/sandbox/weather/rule.ts';
import { storms } from '../../src/sandbox/weather/storms.ts';

const project = resolve(import.meta.dirname, '../..');
const text = readFileSync(join(project, 'docs/sandbox.md'), 'utf8');
const spec = resolve(project, '../shared/spec/supplier-integration-service.md');

type Cells = string[];
/** The rows of the table under a heading of the document. */
function tableUnder(heading: string): Cells[] {
  return tableIn(text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
}

function tableIn(section: string): Cells[] {
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map(cellsOf);
}

function cellsOf(line: string): Cells {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Every test title of this folder; a templated one as a pattern. */
const titles = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => titlesOf(readFileSync(join(import.meta.dirname, name), 'utf8')))
  .map((title) => new RegExp(`^${quote(title).replace(/%[si]|\\\$\w+/g, '.+')}$`));

function titlesOf(source: string): string[] {
  const plain = [...source.matchAll(/^\s*test\(\s*(['"])(.+?)\1,/gms)].map(([, , title]) => title!);
  const each = [...source.matchAll(/^\s*\]?\)\(\s*(['"])(.+?)\1,/gms)].map(([, , title]) => title!);
  const inline = [...source.matchAll(/test\.each\([^\n]*\)\(\s*(['"])(.+?)\1,/g)].map(
    ([, , title]) => title!,
  );
  return [...plain, ...each, ...inline];
}

function quote(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const rules = tableIn(readFileSync(join(import.meta.dirname, 'rules.md'), 'utf8'));

test('every row of the table of rules names a test that exists', () => {
  const untested = rules.flatMap(([section, rule, tests]) =>
    (tests ?? '')
      .split('<br>')
      .filter((title) => !titles.some((known) => known.test(title)))
      .map((title) => `${section}: ${rule}: ${title || 'no test'}`),
  );
  expect(untested).toEqual([]);
  expect(rules.length).toBeGreaterThan(250);
});

test('every row, list item and paragraph of the specification is in the table', (context) => {
  if (!existsSync(spec)) {
    expect(process.env['CI'], 'the specification is missing').toBeUndefined();
    context.skip('the specification is not at ../shared/spec');
  }
  const known = new Set(rules.map(([section, rule]) => `${section}: ${rule}`));
  const missing = keysOf(readFileSync(spec, 'utf8')).filter((key) => !known.has(key));
  expect(missing).toEqual([]);
});

/** `section: key` of every table row, list item and paragraph, the way the document shortens them. */
function keysOf(specification: string): string[] {
  const keys: string[] = [];
  let section = '';
  let head: Cells | undefined;
  for (const line of specification.split('\n')) {
    const heading = /^###? (.*)/.exec(line)?.[1];
    const item = /^(?:\d+\.|-) (.*)/.exec(line)?.[1];
    if (heading) section = heading;
    if (!line.startsWith('|')) head = undefined;
    if (item) keys.push(`${section}: ${shorten(item.replaceAll('|', '/'))}`);
    else if (section !== '' && isSentence(line))
      keys.push(`${section}: ${shorten(line.replaceAll('|', '/'))}`);
    if (!line.startsWith('|') || /^\|[-| ]+\|$/.test(line)) continue;
    const cells = cellsOf(line);
    if (head === undefined) head = cells;
    else keys.push(`${section}: ${isPair(head) ? `${cells[0]} ${cells[1]}` : cells[0]}`);
  }
  return keys;
}

/** A paragraph says something by itself; a line that ends in a colon only names the list below it. */
function isSentence(line: string): boolean {
  return /^[^#|\s]/.test(line) && !line.endsWith(':');
}

function isPair(head: Cells): boolean {
  return ['Method', 'From', 'State'].includes(head[0] ?? '');
}

function shorten(item: string): string {
  if (item.length <= 90) return item;
  const cut = item.slice(0, 87);
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}

test('the control API is documented completely and nothing else', () => {
  const documented = tableUnder('Control API').map(([request, what]) => `${request}: ${what}`);
  const offered = controlRoutes.map(({ method, path, summary }) => `${method} ${path}: ${summary}`);
  expect(documented.sort()).toEqual(offered.sort());
});

test('every kind of weather and every storm is documented', () => {
  expect(tableUnder('Weather').map(([kind]) => kind)).toEqual(
    kinds.filter((kind) => text.includes(`| ${kind} |`)),
  );
  expect(tableUnder('Weather')).toHaveLength(kinds.length);
  for (const storm of Object.keys(storms)) expect(text).toContain(`\`${storm}\``);
});

test('every switch is documented with its default first and all its choices', () => {
  const rows = new Map(
    tableUnder('What the specification leaves open').map(([, name, choices]) => [name, choices]),
  );
  for (const [point, choices] of Object.entries(openPoints)) {
    const shown = rows.get(point) ?? '';
    expect([point, shown.startsWith(choices[0])]).toEqual([point, true]);
    for (const choice of choices) expect(shown).toContain(choice);
  }
});
