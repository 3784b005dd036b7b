import path from 'node:path';
import { type Complaint, complaintText } from '../domain/complaint.ts';
import { encodingNamed, unknownEncoding } from '../domain/encoding.ts';
import { StockhandError } from '../domain/error.ts';
import { fileIn } from './answers.ts';
import { telltaleText } from './encoding.ts';
import type { Fault, Interview } from './interview.ts';
import { type Look, lookAt } from './look.ts';
import { type SampleFile, samplesIn } from './sample-file.ts';

const filesShown = 20;
/** As in the configuration: the encoding that the file shows. */
const auto = 'auto';

export async function askSample(
  interview: Interview,
  given: string | undefined,
  cwd: string,
): Promise<SampleFile> {
  if (given !== undefined || !interview.isDialog)
    return interview.ask(
      {
        option: '--sample FILE',
        text: 'A sample export',
        proposal: undefined,
        read: fileIn(cwd, []),
      },
      given,
    );
  const folder = await interview.ask({
    option: '--sample FILE',
    text: 'Folder of the exports',
    proposal: '.',
    read: (answer) => folderWithFiles(path.resolve(cwd, answer)),
  });
  const names = samplesIn(folder) ?? [];
  interview.tell(
    names
      .slice(0, filesShown)
      .map((name, index) => `  ${index + 1}  ${name}`)
      .join('\n'),
  );
  return interview.ask({
    option: '--sample FILE',
    text: 'Which file is the sample (number or name)',
    proposal: names[0],
    read: fileIn(folder, names),
  });
}

function folderWithFiles(folder: string): string | Fault {
  const names = samplesIn(folder);
  if (names === undefined) return { fault: 'is not a folder that can be read.' };
  return names.length === 0
    ? { fault: 'holds no file. Export once, then run init again.' }
    : folder;
}

/** If a code page was guessed, a person is asked whether some words of the sample look right. */
export async function askEncoding(
  interview: Interview,
  sample: SampleFile,
  given: string | undefined,
): Promise<Look> {
  const look = orRefused(
    await lookAt(
      sample,
      given === undefined || given === auto ? undefined : encodingOrUsage(given),
    ),
  );
  if (look.guessedBy.words.length === 0 || !interview.isDialog) return look;
  return interview.ask<Look>({
    option: '--encoding',
    text: `Encoding (it is right if these are words: ${telltaleText(look.guessedBy)}`,
    proposal: look.dialect.encoding,
    async read(answer) {
      if (answer === auto || answer === look.dialect.encoding) return look;
      if (encodingNamed(answer) === undefined) return { fault: unknownEncoding(answer, [auto]) };
      const other = await lookAt(sample, answer);
      if ('refusal' in other) return { fault: `cannot be: ${other.refusal.rule}` };
      interview.tell(
        `  They are then read as: ${other.columns.flatMap(({ cells }) => cells).find((cell) => /[^\0-\x7f]/.test(cell)) ?? ''}`,
      );
      return other;
    },
  });
}

function encodingOrUsage(given: string): string {
  if (encodingNamed(given) === undefined)
    throw new StockhandError('USAGE', `--encoding: ${given} ${unknownEncoding(given, [auto])}`);
  return given;
}

function orRefused(look: Look | { readonly refusal: Complaint }): Look {
  if ('refusal' in look) throw refused(look.refusal);
  const complaint = unreadable(look);
  if (complaint !== undefined) throw refused(complaint);
  return look;
}

function refused(complaint: Complaint): StockhandError {
  const { code, remedy } = complaint;
  return new StockhandError(code, complaintText({ ...complaint, remedy: '' }).trim(), { remedy });
}

/** A sample without a single readable row is refused: no mapping could be proposed from it. */
function unreadable({ rows, badRows }: Look): Complaint | undefined {
  const [first] = badRows;
  if (rows > 0 || first === undefined) return undefined;
  const { rule } = first;
  return { ...first, rule: `${rule} None of the ${badRows.length} rows can be read.` };
}
