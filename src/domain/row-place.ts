/**
 * Where a row stands: its number as a person counts and, in a union of several files, which of their files has it. One
 * number, so that it goes with an article through its requests into the complaints; of the first file the row itself.
 */
const rowsOfFile = 2 ** 32;

export function placeIn(file: number, row: number): number {
  return file * rowsOfFile + row;
}

export function rowAt(place: number): number {
  return place % rowsOfFile;
}

/** Of a union which of its files it is, from 0 on; else 0. */
export function fileNumberAt(place: number): number {
  return Math.floor(place / rowsOfFile);
}

/** The file that has the row, of those of an export in their order. */
export function fileAt(place: number, files: readonly string[] = []): string | undefined {
  return files[fileNumberAt(place)];
}

/** `row 5`, and in a union `artikel2.csv row 5`. */
export function placeText(place: number, files?: readonly string[]): string {
  const file = fileAt(place, files);
  return [...(file === undefined ? [] : [file]), `row ${rowAt(place)}`].join(' ');
}
