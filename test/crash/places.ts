import fs from 'node:fs';
import type { Syscall } from '../support/syscalls.ts';

/** SYSCALL_KILLS=all is the long run (`npm run kills`, half an hour); a number takes so many, spread over all. */
const wanted = process.env['SYSCALL_KILLS'];
/** A file that says how each kill ended, one a line; a run that was ended goes on where it stopped. */
const bookFile = process.env['SYSCALL_KILLS_BOOK'];

/** How the kills ended, by place, of this run and of those that it goes on from. */
export interface KillBook {
  readonly ends: ReadonlyMap<string, string>;
  note(place: Syscall, end: string): void;
}

/** The suite has four minutes for everything. */
const killsInSuite = 6;

export function spread(all: readonly Syscall[]): readonly Syscall[] {
  if (wanted === 'all') return all;
  const count = Math.min(Number(wanted ?? killsInSuite), all.length);
  return Array.from({ length: count }, (_, index) => {
    const place = Math.floor(((index + 0.5) * all.length) / count);
    return all[place]!;
  });
}

export function placeOf({ name, file = 'any file', nth }: Syscall): string {
  return `${name} ${nth} on ${file}`;
}

export function openBook(play: string): KillBook {
  const file = bookFile === undefined ? undefined : `${bookFile}.${play}`;
  const text = file !== undefined && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const known = text.split('\n').filter(Boolean);
  const ends = new Map(known.map((line) => JSON.parse(line) as [string, string]));
  return {
    ends,
    note(place, end) {
      ends.set(placeOf(place), end);
      if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify([placeOf(place), end])}\n`);
    },
  };
}
