import fs from 'node:fs';
import path from 'node:path';
import { baseUrl } from '../config/url.ts';
import { isPriceName } from '../domain/column-name.ts';
import { errorText } from '../domain/error.ts';
import { caseless } from '../domain/letter-case.ts';
import { nearest } from '../domain/nearest.ts';
import { numberExamples } from '../domain/quantity.ts';
import { type Field, fieldWords } from './field-words.ts';
import type { Fault } from './interview.ts';
import type { NumbersGuess } from './number-style.ts';
import { type SampleFile, sampleFile } from './sample-file.ts';

/** One of a few words. */
export function choice<Word extends string>(
  words: readonly Word[],
): (answer: string) => Word | Fault {
  return (answer) =>
    words.find((word) => word === answer.toLowerCase()) ?? {
      fault: `is not one of ${words.join(', ')}.`,
    };
}

/** An address, judged as the configuration will judge it. */
export function address(answer: string): string | Fault {
  const judged = baseUrl.safeParse(answer);
  return judged.success ? judged.data : { fault: `${judged.error.issues[0]?.message}.` };
}

/** A file by its name, or by its number in the list that was shown. */
export function fileIn(
  folder: string,
  listed: readonly string[],
): (answer: string) => SampleFile | Fault {
  return (answer) => {
    const numbered = /^\d{1,3}$/.test(answer) ? listed[Number(answer) - 1] : undefined;
    const found = sampleFile(answer, folder) ?? (numbered && sampleFile(numbered, folder));
    if (!found) return { fault: `is not a file in ${path.resolve(folder)}.` };
    const why = whyUnreadable(found.path);
    return why === undefined ? found : { fault: `cannot be read: ${why}.` };
  };
}

function whyUnreadable(file: string): string | undefined {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    return undefined;
  } catch (cause) {
    return errorText(cause);
  }
}

export function numbers(answer: string): NumbersGuess | 'unknown' | Fault {
  if (answer === 'unknown') return answer;
  const style = numberExamples[answer];
  if (style !== undefined) return { example: answer, style, shownBy: 'your answer' };
  return {
    fault: `is not one of ${Object.keys(numberExamples)
      .map((one) => `"${one}"`)
      .join(', ')}.`,
  };
}

/** A column of the sample by its name, in any case, however its accents are composed. */
export function columnOf(columns: readonly string[]): (answer: string) => string | Fault {
  return (answer) => {
    const small = caseless(answer.normalize('NFC'));
    const found =
      columns.find((name) => name === answer) ??
      columns.find((name) => caseless(name.normalize('NFC')) === small);
    if (found !== undefined) return found;
    const meant = nearest(answer, columns);
    return {
      fault:
        meant === undefined
          ? `is not a column; the file has ${columns.join(', ')}.`
          : `is not a column. Did you mean ${meant}?`,
    };
  };
}

/** A field and the column that it is to be read from. */
export interface Wanted {
  readonly field: Field;
  readonly column: string;
}

/** `externalId=ArtNr` → the field and its column. */
export function mapped(pair: string): Wanted | Fault {
  const [field = '', ...rest] = pair.split('=');
  const column = rest.join('=');
  if (column === '') return { fault: 'is not FIELD=COLUMN, such as externalId=ArtNr.' };
  if (isPriceName(field))
    return { fault: 'cannot be mapped: prices are managed in the supplier portal.' };
  const known = Object.keys(fieldWords) as Field[];
  const found = known.find((name) => name === field);
  return found === undefined
    ? { fault: `does not name a field; the fields are ${known.join(', ')}.` }
    : { field: found, column };
}
