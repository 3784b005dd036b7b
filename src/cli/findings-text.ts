import type { Finding } from '../check/check.ts';
import type { SourceSample } from '../check/sample.ts';
import { counted } from '../domain/counted.ts';
import { shownRow } from '../domain/shown-json.ts';

const headings: Readonly<Record<Finding['area'], string>> = {
  config: 'CONFIG',
  machine: 'MACHINE',
  files: 'FILES',
  world: 'WORLD',
  daemon: 'DAEMON',
  needsYou: 'NEEDS YOU',
};
const marks = { ok: 'ok     ', warning: 'warning', error: 'error  ' } as const;

/** Findings by area, each with its place and its fix, and how many there are. */
export function findingsText(
  path: string,
  { findings, samples }: { findings: readonly Finding[]; samples: readonly SourceSample[] },
): string {
  const areas = (Object.keys(headings) as Finding['area'][]).map((area) => {
    const own = findings.filter((finding) => finding.area === area);
    const shown = area === 'files' ? samples.map(sampleText) : [];
    return own.length === 0 ? '' : [headings[area], ...own.map(findingText), ...shown].join('\n');
  });
  const count = (level: Finding['level']) =>
    findings.filter((finding) => finding.level === level).length;
  return [
    path,
    ...areas.filter((area) => area !== ''),
    `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}`,
  ].join('\n');
}

function findingText({ level, place, sentence, remedy }: Finding): string {
  const isTold = level === 'ok' || remedy === undefined || sentence.includes(remedy);
  const text = sentence.startsWith(`${place} `) ? sentence : `${place}: ${sentence}`;
  return `  ${marks[level]}  ${text}${isTold ? '' : ` ${remedy}`}`;
}

/** Three rows as they would be sent, so that encoding and numbers can be seen. */
function sampleText({ source, rows }: SourceSample): string {
  return rows
    .map(({ row, values }) => `           ${source} row ${row}: ${shownRow(values)}`)
    .join('\n');
}
