import { StockhandError } from '../domain/error.ts';

/** Why an answer cannot be taken, in words that follow the answer: "is no column". */
export interface Fault {
  readonly fault: string;
}

interface Question<Answer> {
  /** How the answer is given on the command line. */
  readonly option: string;
  readonly text: string;
  /** The answer that Enter gives. */
  readonly proposal: string | undefined;
  /** Why there is no proposal. */
  readonly unknown?: string;
  read(answer: string): Answer | Fault | Promise<Answer | Fault>;
}

export interface Interview {
  /** `given`: what the command line says already. */
  ask<Answer>(question: Question<Answer>, given?: string): Promise<Answer>;
  tell(text: string): void;
  readonly isDialog: boolean;
}

interface Voices {
  /** Asks a person; absent where nobody answers, so that every proposal is taken. */
  readonly ask: ((prompt: string) => Promise<string>) | undefined;
  tell(text: string): void;
}

/** The same questions for a person, for a command line, and for both together. */
export function createInterview({ ask, tell }: Voices): Interview {
  return {
    tell,
    isDialog: ask !== undefined,
    async ask(question, given) {
      if (given !== undefined) return orUsage(question, given);
      if (ask === undefined) return orUsage(question, question.proposal);
      for (;;) {
        const typed = (await ask(promptOf(question))).trim();
        const answer = typed === '' ? question.proposal : typed;
        if (answer === undefined) {
          tell('  An answer is needed.');
          continue;
        }
        const read = await question.read(answer);
        if (!isFault(read)) return read;
        tell(`  ${answer} ${read.fault}`);
      }
    },
  };
}

function promptOf({ text, proposal, unknown = '' }: Question<unknown>): string {
  return proposal === undefined ? `${text}${unknown}: ` : `${text} [${proposal}]: `;
}

async function orUsage<Answer>(
  question: Question<Answer>,
  answer: string | undefined,
): Promise<Answer> {
  const { option, text, unknown = '' } = question;
  if (answer === undefined) throw new StockhandError('USAGE', `${text}${unknown}: give ${option}.`);
  const read = await question.read(answer);
  if (isFault(read)) throw new StockhandError('USAGE', `${option}: ${answer} ${read.fault}`);
  return read;
}

export function isFault(read: unknown): read is Fault {
  return typeof read === 'object' && read !== null && 'fault' in read;
}
