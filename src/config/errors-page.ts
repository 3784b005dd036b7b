import { codes } from '../domain/codes.ts';
import { problems } from '../domain/problem.ts';

/** What Stockhand says when something is wrong: its own codes, then the marketplace's, each with the next action. */
export function errorsPage(): string {
  const own = Object.entries(codes).map(([code, { means, remedy }]) =>
    row([`\`${code}\``, means, remedy]),
  );
  const theirs = Object.entries(problems).map(([type, { status, remedy }]) =>
    row([`\`${type}\``, status.join(', '), remedy]),
  );
  return [
    '# Errors',
    '',
    'Generated from the program by `npm run docs`; do not edit.',
    '',
    '## Of Stockhand',
    '',
    row(['code', 'means', 'what to do']),
    row(['---', '---', '---']),
    ...own,
    '',
    '## Of the marketplace',
    '',
    row(['type', 'status', 'what to do']),
    row(['---', '---', '---']),
    ...theirs,
    '',
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
