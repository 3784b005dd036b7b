import { createInterface } from 'node:readline/promises';
import { StockhandError } from '../domain/error.ts';

interface TerminalStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks line by line. Ctrl-C, the end of the input and a signal end the dialog before anything is written. */
export function openTerminal({ input, output }: TerminalStreams, signal: AbortSignal) {
  const lines = createInterface({ input, output });
  const close = (): void => lines.close();
  lines.once('SIGINT', close);
  signal.addEventListener('abort', close, { once: true });
  // The iterator keeps lines that are typed before their question.
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(prompt: string): Promise<string> {
      lines.setPrompt(prompt);
      lines.prompt();
      const { value, done } = await answers.next();
      if (done === true) throw stopped();
      return value;
    },
    close() {
      signal.removeEventListener('abort', close);
      close();
    },
  };
}

function stopped(): StockhandError {
  return new StockhandError('UNFINISHED', 'Stopped before the last answer; nothing was written.', {
    remedy: 'Run stockhand init again.',
  });
}
