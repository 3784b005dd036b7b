/** The name that was probably meant; undefined where none is close. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(written.length / 3));
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const name of known) {
    const steps = distance(written.toLowerCase(), name.toLowerCase());
    if (steps < bestDistance) [best, bestDistance] = [name, steps];
  }
  return best;
}

const longestCompared = 64;

/** Steps of one letter (drop, add, change, swap with the next) from one word to the other. */
function distance(from: string, to: string): number {
  if (Math.max(from.length, to.length) > longestCompared) return Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let at = 1; at <= to.length; at += 1) current.push(fewest(rows, [from, to], [row, at]));
  }
  return cell(rows, from.length, to.length);
}

function cell(rows: readonly number[][], row: number, at: number): number {
  return rows[row]?.[at] ?? Number.POSITIVE_INFINITY;
}

type Place = readonly [row: number, at: number];

function fewest(rows: number[][], [from, to]: readonly [string, string], [row, at]: Place): number {
  const isSame = from[row - 1] === to[at - 1];
  const isSwap = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
  return Math.min(
    cell(rows, row - 1, at) + 1,
    cell(rows, row, at - 1) + 1,
    cell(rows, row - 1, at - 1) + (isSame ? 0 : 1),
    cell(rows, row - 2, at - 2) + (isSwap ? 1 : Number.POSITIVE_INFINITY),
  );
}
