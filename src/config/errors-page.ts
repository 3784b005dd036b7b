import { codes } from '../domain/codes.ts';
import { problems } from '../domain/problem.ts';
import { tableRow } from './reference.ts';

/** What Stockhand says when something is wrong: its own codes, then the marketplace's, each with the next action. */
export function errorsPage(): string {
  const own = Object.entries(codes).map(([code, { means, remedy }]) =>
    tableRow([`\`${code}\``, means, remedy]),
  );
  const theirs = Object.entries(problems).map(([type, { status, remedy }]) =>
    tableRow([`\`${type}\``, status.join(', '), remedy]),
  );
  return [
    '# Errors',
    '',
    'Generated from the program by `npm run docs`; do not edit.',
    '',
    '## Of Stockhand',
    '',
    tableRow(['code', 'means', 'what to do']),
    tableRow(['---', '---', '---']),
    ...own,
    '',
    '## Of the marketplace',
    '',
    tableRow(['type', 'status', 'what to do']),
    tableRow(['---', '---', '---']),
    ...theirs,
    '',
  ].join('\n');
}
