import type { Syscall } from '../support/syscalls.ts';

/** SYSCALL_KILLS=all is the long run (hours); a number takes so many, spread over all. */
export const wanted = process.env['SYSCALL_KILLS'];
/** Of all places; the last calls of a kind are not made in every run. */
export const missedShareMax = 0.1;

export function spread(all: readonly Syscall[]): readonly Syscall[] {
  if (wanted === 'all') return all;
  const count = Math.min(Number(wanted ?? 1), all.length);
  return Array.from({ length: count }, (_, index) => {
    const place = Math.floor(((index + 0.5) * all.length) / count);
    return all[place]!;
  });
}

export function placeOf({ name, file = 'any file', nth }: Syscall): string {
  return `${name} ${nth} on ${file}`;
}
