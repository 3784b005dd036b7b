/** Characters, as schemas count them: an emoji is one, not two. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function upTo(length: number): (text: string) => boolean {
  return (text) => text.length <= length || lengthOf(text) <= length;
}

/** The text in pieces of at most `length` characters; no piece ends in a blank, because readers drop those. */
export function piecesOf(text: string, length: number): readonly string[] {
  const characters = [...text.trim()];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; ) {
    let end = Math.min(at + length, characters.length);
    while (end > at + 1 && characters[end - 1] === ' ') end -= 1;
    pieces.push(characters.slice(at, end).join(''));
    at = end;
  }
  return pieces;
}
