import { areTooManyRejected } from '../catalog/brakes/brake.ts';
import { droppedPrices, priceAttributes } from '../catalog/mapping/price-attributes.ts';
import { percent } from '../catalog/terms/file-facts.ts';
import type { SourceConfig } from '../config/declaration.ts';
import { placeOfColumn } from '../config/place-of-column.ts';
import { type Complaint, complaintText } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import { restColumn } from '../domain/rest-column.ts';
import type { CheckOptions, Finding } from './check.ts';
import { rowsShown, type Sampled, type SourceSample } from './sample.ts';

/** What `check` says of the newest export of a source, or of why there is none. */
export function sampleFindings(
  place: string,
  found: Sampled,
  written: CheckOptions['written'],
): Finding[] {
  const placed = (complaint: Complaint) => ({
    area: 'files' as const,
    place: placeOf(place, complaint, written),
    sentence: complaintText(complaint),
    remedy: complaint.remedy,
  });
  if ('missed' in found) return [{ area: 'files', level: 'warning', place, ...found.missed }];
  if ('offline' in found) return [{ area: 'files', level: 'error', place, ...found.offline }];
  if ('strays' in found)
    return found.strays.map((stray): Finding => ({ level: 'error', ...placed(stray) }));
  if ('refusal' in found) return [{ level: 'error', ...placed(found.refusal) }];
  const read: Finding = {
    area: 'files',
    level: found.rows.length === 0 || found.damage !== undefined ? 'error' : 'ok',
    place,
    sentence: [`${found.file}: ${writtenText(found)}.`, found.unused?.sentence]
      .filter((finding) => finding !== undefined)
      .join(' '),
    ...(found.unused === undefined ? {} : { remedy: found.unused.remedy }),
  };
  const complaints = found.complaints.map(
    (complaint): Finding => ({ level: 'warning', ...placed(complaint) }),
  );
  const damage = found.damage === undefined ? [] : [found.damage];
  const damaged = damage.map((one): Finding => ({ level: 'error', ...placed(one) }));
  return [
    ...[read, ...damaged, ...complaints],
    ...doneFileFindings(place, found),
    ...restFindings(place, found.columns),
  ];
}

/** Only a warning: the ERP may clear the done file away after the read, and the folder does not tell. */
function doneFileFindings(
  place: string,
  { file, waitsFor, filesOfUnion }: SourceSample,
): Finding[] {
  if (waitsFor === undefined) return [];
  const reads =
    filesOfUnion === undefined
      ? `${file} is read only together with its`
      : 'The files of the union are read only together with the';
  const sentence = `${reads} done file ${waitsFor}, which is missing.`;
  const remedy =
    'Write it after the export, or correct stable.doneFile of the source. If the export was read before and the ERP has removed the done file, there is nothing to do.';
  return [{ area: 'files', level: 'warning', place, sentence, remedy }];
}

/** Text behind the last column: nobody needs it, or the layout is wrong and reads 140 as 14. */
function restFindings(place: string, columns: readonly string[]): Finding[] {
  if (!columns.includes(restColumn)) return [];
  const sentence = 'has text behind its last column in most rows.';
  const remedy =
    'Check start and length of each column. If nobody needs this text, there is nothing to do.';
  return [{ area: 'files', level: 'warning', place, sentence, remedy }];
}

/** A missing column may be misspelt in the configuration: then the place is `file:line:column` there. */
function placeOf(source: string, complaint: Complaint, written: CheckOptions['written']): string {
  const { code, column } = complaint;
  if (written === undefined || code !== 'FILE_COLUMN_MISSING' || column === undefined)
    return source;
  const place = placeOfColumn(written.text, { source, column });
  return place === undefined ? source : `${written.path}:${place.line}:${place.column}`;
}

function writtenText({
  encoding,
  delimiter,
  numbers,
  columns,
  rowsLookedAt,
}: SourceSample): string {
  const separator = delimiter === undefined ? undefined : delimiterName(delimiter);
  const head =
    rowsLookedAt === undefined
      ? undefined
      : `only its first ${rowsLookedAt === 1 ? 'row was' : `${rowsLookedAt} rows were`} looked at`;
  return [encoding, separator, `numbers ${numbers}`, counted(columns.length, 'column'), head]
    .filter((finding) => finding !== undefined)
    .join(', ');
}

function delimiterName(delimiter: string): string {
  if (delimiter === '') return 'no separator';
  return delimiter === '\t' ? 'tab-separated' : `separated by ${delimiter}`;
}

/** Only the first rejected rows are reported, and a pass may hold the whole file for the sake of all of them. */
export function rejectedFindings(
  { name, tooManyRejected }: SourceConfig,
  { file, rejected, rowsLookedAt, filesOfUnion }: SourceSample,
): Finding[] {
  if (rejected === undefined || rejected.rows <= rowsShown) return [];
  const { rows, of } = rejected;
  const isAll = rowsLookedAt === undefined && filesOfUnion === undefined;
  const looked = rowsLookedAt === undefined ? `the ${of} rows` : `the first ${of} rows`;
  const { share, count } = tooManyRejected;
  const isHeld = areTooManyRejected({ rejected: rows, read: of }, { tooManyRejected });
  const so = isAll ? 'so many that' : 'if the rest is like them,';
  const effect = `: ${so} the whole file is held (limit: ${percent(share)} or ${count})`;
  const sentence = `${rows} of ${looked} of ${file} would be rejected${isHeld ? effect : ''}.`;
  const remedy = 'Correct what is reported about the first of them.';
  return [{ area: 'files', level: 'warning', place: name, sentence, remedy }];
}

/** Says where several files or rows are taken together: the sample shows single rows of one file. */
export function togetherFindings(
  { name, pick, duplicates }: SourceConfig,
  { file, filesOfUnion: files, rows }: SourceSample,
): Finding[] {
  const ofUnion =
    pick !== 'union' || files === undefined
      ? []
      : [
          `${counted(files, 'file makes', 'files together make')} the full export (pick: union); the findings here are about ${file}, the newest.`,
        ];
  const summed =
    duplicates === 'sum' && rows.length > 0
      ? [
          'The stock of an article in several rows is added up (duplicates: sum); below, each row is shown separately.',
        ]
      : [];
  return [...ofUnion, ...summed].map((sentence) => ({
    area: 'files',
    level: 'ok',
    place: name,
    sentence,
  }));
}

/** A price under another name would be published as an attribute (quirk 30). */
export function priceFindings({ name, mapping }: SourceConfig, sample?: SourceSample): Finding[] {
  if (mapping.attributes === undefined) return [];
  const own = sample?.source === name ? sample : undefined;
  const names = (own?.rows ?? []).flatMap(({ values }) => Object.keys(values['attributes'] ?? {}));
  const seen = { columns: own?.columns ?? [], names: [...new Set(names)] };
  const base = { area: 'files', level: 'warning', place: name } as const;
  const dropped = droppedPrices(mapping.attributes, seen.columns).map((price) => ({
    ...base,
    sentence: `column "${price.column}" does not become an attribute: "${price.name}" is a price for the marketplace, and is never sent.`,
    remedy: 'Prices are managed in the supplier portal: leave it as it is.',
  }));
  const shown = priceAttributes(mapping.attributes, seen).map((price) => ({
    ...base,
    sentence: `column "${price.column}" becomes the attribute "${price.name}", which looks like a price: every buyer would see it.`,
    remedy: 'Prices are managed in the supplier portal: remove it from attributes: of the source.',
  }));
  return [...dropped, ...shown];
}
