import { shownLines, shownText, shownValue } from '../domain/complaint.ts';
import { asTold, errorText, StockhandError } from '../domain/error.ts';
import { jsonWithDigits } from '../domain/json.ts';

/** contract.md section 2, "Exit codes". */
export const exitCodes = {
  done: 0,
  failed: 1,
  waitsForPerson: 2,
  usage: 64,
  noAnswer: 69,
  configuration: 78,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * The one place that writes to the terminal: what a file of the ERP is called or holds steers none (fault 118). With
 * `--json` stdout holds JSON and nothing else.
 */
export interface Output {
  readonly isJson: boolean;
  /** Aborted where whoever read stdout has left (`| head`). */
  readonly unread: AbortSignal;
  /** The command's result: one JSON document, or its text for people. */
  result(value: unknown, text: () => string): void;
  /** A line for people: stdout, or stderr with `--json`. */
  line(text: string): void;
  /** A line of a stream: JSON, or text. */
  item(value: unknown, text: string): void;
  failure(cause: unknown): void;
}

interface Stream {
  write(text: string): unknown;
  on?(event: 'error', listener: () => void): unknown;
}

interface Streams {
  readonly out: Stream;
  readonly error: Stream;
}

/** Where a person answers: questions never stand on stdout, which may be read by a program. */
export function terminal() {
  const { stdin: input, stderr: output } = process;
  return { input, output, isInteractive: input.isTTY === true && output.isTTY === true };
}

export function createOutput(
  isJson: boolean,
  streams: Streams = { out: process.stdout, error: process.stderr },
): Output {
  const { out, error } = streams;
  const people = isJson ? error : out;
  const unread = new AbortController();
  // Without a listener the process would fall over; the daemon continues where only its reader has left.
  out.on?.('error', () => unread.abort());
  error.on?.('error', () => undefined);
  return {
    isJson,
    unread: unread.signal,
    result(value, text) {
      if (isJson) out.write(`${jsonWithDigits(value)}\n`);
      else out.write(`${shownLines(text())}\n`);
    },
    line: (text) => void people.write(`${shownLines(text)}\n`),
    item: (value, text) =>
      void out.write(isJson ? `${JSON.stringify(value)}\n` : `${shownLines(text)}\n`),
    failure(cause) {
      const { code, message, remedy } = failureOf(cause);
      if (isJson) out.write(`${JSON.stringify({ error: { code, message, remedy } })}\n`);
      error.write(shownLines(`stockhand: ${message}\n`));
      if (remedy !== '') error.write(shownLines(`  ${remedy}\n`));
    },
  };
}

function failureOf(thrown: unknown): { code: string; message: string; remedy: string } {
  const cause = asTold(thrown);
  if (cause instanceof StockhandError) {
    return { code: cause.code, message: cause.message, remedy: cause.remedy };
  }
  const message = errorText(cause);
  return {
    code: 'UNEXPECTED',
    message: shownValue(message),
    remedy: 'Please report this; the log has more.',
  };
}

/** Columns side by side, each as wide as its widest cell, a line a row; the last one is never padded. */
export function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(shownText));
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
