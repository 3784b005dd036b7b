/** How a program keeps a spreadsheet from dropping the zeros of a number: `="0018"` is 0018 to whoever opens it. */
const guardedText = /^="((?:[^"]|"")*)"$/;

export function unguarded(field: string): string {
  const text = field.startsWith('="') ? guardedText.exec(field)?.[1] : undefined;
  return text?.replaceAll('""', '"') ?? field;
}
