import type { FormatPart } from './format-parts.ts';

/** What a format shows of a day, given as ISO text. */
type ShownDay = (day: string) => string;

/** Letters of one kind that stand together, as `mmm`, or what is between them. */
interface Run {
  readonly text: string;
  readonly isMoment: boolean;
}

/**
 * Of a format that shows less than the whole day: `2024`, `2024-01`, and without the year what is there, `8-Oct`,
 * its names in English. Undefined of one that shows all of it.
 */
export function shownDay(parts: readonly FormatPart[]): ShownDay | undefined {
  const runs = runsOf(parts);
  const has = (pattern: RegExp): boolean =>
    runs.some(({ text, isMoment }) => isMoment && pattern.test(text));
  if (!has(/^[yeb]/))
    return (day) =>
      runs
        .map((run) => runText(run, day))
        .join('')
        .trim();
  if (has(/^dd?$/)) return undefined;
  const length = has(/^m/) ? 'yyyy-mm'.length : 'yyyy'.length;
  return (day) => day.slice(0, length);
}

function runsOf(parts: readonly FormatPart[]): readonly Run[] {
  const runs: Run[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    const isMoment = part.kind === 'moment';
    const text = isMoment ? part.letter : markOf(part);
    if (isMoment && last?.isMoment && last.text.endsWith(text))
      runs[runs.length - 1] = { text: last.text + text, isMoment };
    else runs.push({ text, isMoment });
  }
  return runs;
}

function markOf(part: FormatPart): string {
  if (part.kind === 'literal') return part.text;
  return { point: '.', comma: ',', other: '/' }[part.kind as string] ?? '';
}

function runText({ text, isMoment }: Run, day: string): string {
  if (!isMoment) return text;
  const [, month = '', date = ''] = day.split('-');
  const number = text.startsWith('m') ? month : date;
  if (text.length === 1) return String(Number(number));
  return text.length === 2 ? number : nameOf(text, day);
}

/** ECMA-376 18.8.31: three letters of a name, all of it, and of a month its first one. */
function nameOf(run: string, day: string): string {
  const unit = run.startsWith('m') ? 'month' : 'weekday';
  const length = ({ 3: 'short', 5: 'narrow' } as const)[run.length] ?? 'long';
  return new Date(day).toLocaleDateString('en-US', { [unit]: length, timeZone: 'UTC' });
}
