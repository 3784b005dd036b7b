import type { Language } from '../config/declaration.ts';
import { argument } from '../domain/argument.ts';
import { shownLines } from '../domain/complaint.ts';
import type { News } from './ledger.ts';

/** As a mail has it; a chat shows the subject above the text. */
export interface Message {
  readonly subject: string;
  readonly text: string;
}

/** What is in every message. */
export interface Frame {
  readonly language: Language;
  /** The name of the machine: somebody may have several Stockhands. */
  readonly host: string;
  /** Address of the status page, where there is one. */
  readonly page?: string;
  /** The configuration, where a command does not find it by itself: it would act on another Stockhand's holds. */
  readonly file?: string;
}

/** Sentences about what happened come ready made with the facts, as on the page. */
const words = {
  en: {
    several: (count: number) => `${count} items need you`,
    more: (count: number) => `And ${count} more: stockhand status shows all of them.`,
    solved: 'No longer',
    untold: 'Happened, but could not be reported then',
    since: 'Since',
    cause: 'Cause',
    effect: 'Effect',
    fix: 'What to do',
    page: (page: string, host: string) => `The status page on ${host}: ${page}`,
    file: (file: string) => `Commands need the addition: --config ${argument(file)}`,
    test: 'This is a test',
    testText: 'Here Stockhand would report what needs a person. There is nothing to do.',
  },
  de: {
    several: (count: number) => `${count} Punkte brauchen Sie`,
    more: (count: number) => `Und ${count} weitere: stockhand status zeigt alle.`,
    solved: 'Erledigt',
    untold: 'Aufgetreten, ohne gemeldet werden zu können',
    since: 'Seit',
    cause: 'Ursache',
    effect: 'Folge',
    fix: 'Was zu tun ist',
    page: (page: string, host: string) => `Die Statusseite auf ${host}: ${page}`,
    file: (file: string) => `Befehle brauchen den Zusatz: --config ${argument(file)}`,
    test: 'Dies ist ein Test',
    testText: 'Hier würde Stockhand melden, was einen Menschen braucht. Es ist nichts zu tun.',
  },
} as const;

/** One message for all that is new and all that is over. */
export function messageOf(frame: Frame, { come, gone }: News): Message {
  const { solved, untold, since, cause, effect, fix, several } = words[frame.language];
  const parts = come.map(({ need, sinceMs }) => {
    const toDo = cutAt(`  ${fix}: ${need.fix}`, lineMax);
    const above = [
      cutAt(need.what, lineMax),
      `  ${since}: ${momentText(frame.language, sinceMs)}`,
      `  ${cause}: ${cutAt(need.cause, lineMax)}`,
      `  ${effect}: ${need.effect}`,
    ].join('\n');
    return [cutAt(above, partMax - 2 - toDo.length), toDo].join('\n');
  });
  const endOf = (what: string): string => `${solved}: ${what}`;
  const over = gone.map(({ what, untoldSinceMs }) =>
    untoldSinceMs === undefined
      ? endOf(what)
      : `${endOf(what)}\n  ${untold}: ${momentText(frame.language, untoldSinceMs)}`,
  );
  const titles = [...come.map(({ need }) => need.what), ...gone.map(({ what }) => endOf(what))];
  const told = come.length > 1 ? several(come.length) : (titles[0] ?? words.en.test);
  return framed(frame, told, fitting([...parts, ...over], frame.language));
}

/**
 * Some chats refuse a text of more than 4,096 characters. Without a limit a hundred refused orders would not be told at
 * all (lessons 24).
 */
const textMax = 3_500;
const subjectMax = 200;
/** What it is and why may list many files, columns or lines. What to do is below them and is not cut off with them. */
const partMax = 1_000;
const lineMax = 500;

function cutAt(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The parts for which there is room, and the count of the others. */
function fitting(parts: readonly string[], language: Language): readonly string[] {
  const shown: string[] = [];
  let room = textMax;
  for (const part of parts) {
    const text = cutAt(part, partMax);
    if (text.length > room) return [...shown, words[language].more(parts.length - shown.length)];
    shown.push(text);
    room -= text.length;
  }
  return shown;
}

/** The message that somebody sends while setting up, to see whether it arrives. */
export function testMessage(frame: Frame): Message {
  const { test, testText } = words[frame.language];
  return framed(frame, test, [testText]);
}

/** A page that is bound to every address is opened under the computer's name. */
function linkTo(page: string, host: string): string {
  return page.replace(/(?<=\/\/)(?:0\.0\.0\.0|\[::\])(?=:)/, host);
}

function framed(frame: Frame, told: string, parts: readonly string[]): Message {
  const { language, host, page, file } = frame;
  const hasCommand = parts.some((part) => part.includes('stockhand '));
  const addition = file === undefined || !hasCommand ? [] : [words[language].file(file)];
  const link = page === undefined ? [] : [words[language].page(linkTo(page, host), host)];
  return {
    // A line break would end the subject where it stands.
    subject: whole(`[Stockhand ${host}] ${told}`.replaceAll(/\s+/g, ' ').slice(0, subjectMax)),
    text: whole([...parts, ...addition, ...link].join('\n\n')),
  };
}

/** Texts of others steer no mail program. A cut may leave half a character, and some chats refuse the JSON of one. */
function whole(text: string): string {
  return shownLines(text).toWellFormed();
}

/** With its zone: whoever reads a mail may live in another one than this computer, or be told of a doubled hour. */
function momentText(language: Language, epochMs: number): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de-DE', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(epochMs));
}
