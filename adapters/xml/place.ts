/** Of a character in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where the character stands that follows a text, whose line ends are line feeds. */
export function placeAfter({ line, column }: Place, text: string): Place {
  let lines = 0;
  let begin = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', begin)) {
    lines += 1;
    begin = end + 1;
  }
  return { line: line + lines, column: (lines === 0 ? column : 1) + text.length - begin };
}
