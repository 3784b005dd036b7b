import { eastAsian } from '../../adapters/text/east-asian.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Encoding } from '../domain/encoding.ts';
import { openSpooled } from '../files/spooled.ts';
import { elementsByKey } from './by-key.ts';
import type { Column } from './column.ts';
import { guessedEncodings, noTelltale, type Telltale, telltale } from './encoding.ts';
import { fieldsApart } from './fields-apart.ts';
import {
  type FirstRows,
  firstRows,
  type Reading,
  rowsLooked,
  rowsTried,
  withOptions,
} from './first-rows.ts';
import { type FixedWidth, fixedWidthIn } from './fixed-width.ts';
import { type Format, formatsOf, headOf } from './format.ts';
import {
  headerScore,
  isHeader,
  likelyHeaderRows,
  otherHeaderRows,
  secondHeader,
  tables,
} from './header-row.ts';
import { innerList } from './inner-list.ts';
import { pathAroundFields, withKeyedFields } from './keyed.ts';
import { asQuoted, backslash } from './quoting.ts';
import type { SampleFile } from './sample-file.ts';
import { placesIn } from './sample-places.ts';

/** A sample, read as it is probably meant. */
export interface Look extends FirstRows {
  /** Empty where no code page was guessed. */
  readonly guessedBy: Telltale;
  /** The file says of itself that it holds only changes. */
  readonly holdsChanges: boolean;
  /** Of a file of fixed width, whose columns are a guess. */
  readonly fixed?: FixedWidth;
}

interface Refused {
  readonly refusal: Complaint;
  /** True where no other format could tell better what is wrong. */
  readonly isCertain?: true;
}

const bytesGuessedBy = 1024 * 1024;
/** Their encoding shows in every file by itself, if it is Unicode. */
const lines: ReadonlySet<Format> = new Set(['csv', 'fixed']);
const marksChanges: ReadonlySet<Format> = new Set(['bmecat', 'commerceml']);

/** Finds format, encoding, sheet or path and header row; or says why the file is refused. */
export async function lookAt(
  sample: SampleFile,
  encoding: string | undefined,
): Promise<Look | Refused> {
  let refused: Refused | undefined;
  for (const format of await formatsIn(sample)) {
    const read = await readAs(sample, {
      format,
      options: encoding === undefined ? {} : { encoding },
    });
    if (!('refusal' in read)) return read;
    refused ??= read;
    // If the format's own reader knows that the file is no catalogue, other formats need not be tried.
    if (read.isCertain || read.refusal.code === 'FILE_WITHOUT_PRODUCTS') return read;
  }
  return refused ?? { refusal: noExport(sample) };
}

async function formatsIn(sample: SampleFile): Promise<readonly Format[]> {
  const { name, bytes } = await headIn(sample);
  return formatsOf(name, bytes);
}

async function headIn(sample: SampleFile, most?: number): ReturnType<typeof headOf> {
  const file = openSpooled(sample);
  try {
    return await headOf(file, most);
  } finally {
    file.close();
  }
}

function noExport({ name }: SampleFile): Complaint {
  const rule = 'is not an export that this version can read.';
  return {
    code: 'FILE_STRUCTURE',
    file: name,
    rule,
    remedy: 'Choose another file, or let the ERP export CSV.',
  };
}

async function readAs(sample: SampleFile, plain: Reading): Promise<Look | Refused> {
  const decoded = await decodable(sample, plain);
  if ('refusal' in decoded) return (await readAsLines(sample, plain)) ?? decoded;
  const { reading } = decoded;
  const { encoding } = reading.options;
  const fixed = reading.format === 'csv' ? await fixedWidthIn(sample, encoding) : undefined;
  if (fixed !== undefined) return readAsFixed(sample, { decoded, fixed });
  const places = await placesIn(sample, reading);
  const best = await readFiner(sample, await bestPlace(sample, places));
  if ('refusal' in best) return best;
  if (best.format === 'csv' && best.columns.length < 2) return { refusal: oneColumn(sample) };
  const whole = await firstRows(sample, await asQuoted(sample, best), rowsLooked);
  if ('refusal' in whole) return whole;
  const unnamed = elementsByKey(whole, sample.name) ?? fieldsApart(whole, sample.name);
  if (unnamed !== undefined) return { refusal: unnamed, isCertain: true };
  const holdsChanges = await isRefusedAsFull(sample, whole);
  const columns = withKeyedFields(whole.columns, whole.format).filter(saysMore);
  return { ...whole, columns, ...encodingOf(whole, decoded), holdsChanges };
}

/** The encoding is named where the daemon would not find it by itself. */
function encodingOf(
  whole: FirstRows,
  { isDetected, rivals }: Decoded,
): Pick<Look, 'options' | 'guessedBy'> {
  const { encoding: _, ...others } = whole.options;
  return {
    options: isDetected ? others : whole.options,
    guessedBy: rivals === undefined ? noTelltale : telltale(whole, rivals),
  };
}

/** Quote marks that are no CSV (inches) say nothing of lines with fields at fixed places. */
async function readAsLines(
  sample: SampleFile,
  plain: Reading,
): Promise<Look | Refused | undefined> {
  if (plain.format !== 'csv') return undefined;
  const columns = [{ name: 'line', start: 1, length: 1 }];
  const decoded = await decodable(sample, {
    format: 'fixed',
    options: { ...plain.options, columns },
  });
  if ('refusal' in decoded) return undefined;
  const fixed = await fixedWidthIn(sample, decoded.reading.options.encoding);
  return fixed && readAsFixed(sample, { decoded, fixed });
}

async function readAsFixed(
  sample: SampleFile,
  { decoded, fixed }: { readonly decoded: Decoded; readonly fixed: FixedWidth },
): Promise<Look | Refused> {
  const { columns, headerRow } = fixed;
  const { encoding } = decoded.reading.options;
  const options = {
    ...(encoding === undefined ? {} : { encoding }),
    ...(headerRow === undefined ? {} : { headerRow }),
    columns,
  };
  const read = await firstRows(sample, { format: 'fixed', options }, rowsLooked);
  if ('refusal' in read) return read;
  return { ...read, ...encodingOf(read, decoded), holdsChanges: false, fixed };
}

/** `xsi:nil`, as PostgreSQL, SQL Server and MySQL write it, only says again that its element is empty. */
function saysMore({ name }: Column): boolean {
  return !name.endsWith('/@nil');
}

/** Whether the file is one of changes: then the format's reader refuses it under `contents: full`. */
async function isRefusedAsFull(sample: SampleFile, read: Reading): Promise<boolean> {
  if (!marksChanges.has(read.format)) return false;
  const full = await firstRows(sample, withOptions(read, { contents: 'full' }), 1);
  return 'refusal' in full && full.refusal.code === 'FILE_CHANGES_ONLY';
}

function oneColumn({ name }: SampleFile): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file: name,
    rule: 'has only one column, with every separator that was tried.',
    remedy:
      'If the fields are at fixed places, write format: fixed with its columns: by hand (config/reference.md); otherwise let the ERP export CSV.',
  };
}

interface Decoded {
  readonly reading: Reading;
  /** The encoding shows in every file by itself, so it need not be declared. */
  readonly isDetected: boolean;
  /** For a guessed encoding: others that read the sample nearly as well. */
  readonly rivals?: readonly Encoding[];
}

/** The daemon never guesses a code page; here a person looks at the guess. */
async function decodable(sample: SampleFile, reading: Reading): Promise<Decoded | Refused> {
  const read = await firstRows(sample, reading, rowsLooked);
  if ('refusal' in read && read.refusal.code === 'ROW_STRUCTURE')
    return (await backslashed(sample, reading)) ?? read;
  const isDeclared = reading.options.encoding !== undefined;
  if (!('refusal' in read)) {
    if (isDeclared || !lines.has(read.format)) return { reading, isDetected: false };
    // Named from here on, because to detect it takes a look at the whole file each time.
    const { encoding } = read.dialect;
    return { reading: withOptions(reading, { encoding }), isDetected: true };
  }
  if (read.refusal.paths !== undefined) return { reading, isDetected: false };
  if (isDeclared || read.refusal.code !== 'FILE_ENCODING') return read;
  const { bytes } = await headIn(sample, bytesGuessedBy);
  if (eastAsian(bytes) !== undefined) return read;
  const { encodings, rivals } = guessedEncodings(bytes);
  const readings = encodings.map((encoding) => withOptions(reading, { encoding }));
  const first = await firstReadable(sample, readings);
  return 'refusal' in first ? first : { reading: first, isDetected: false, rivals };
}

/** Tables of MySQL have no row of names, so that their first row may be one that is broken without the escape sign. */
async function backslashed(
  sample: SampleFile,
  reading: Reading,
): Promise<Decoded | Refused | undefined> {
  if (reading.options.escape !== undefined) return undefined;
  const decoded = await decodable(sample, withOptions(reading, { escape: backslash }));
  return 'refusal' in decoded ? undefined : decoded;
}

async function firstReadable(
  sample: SampleFile,
  readings: readonly Reading[],
): Promise<FirstRows | Refused> {
  let refused: Refused | undefined;
  for (const reading of readings) {
    const read = await firstRows(sample, reading, rowsTried);
    if (!('refusal' in read)) return read;
    refused ??= read;
  }
  return refused ?? { refusal: noExport(sample) };
}

async function bestPlace(
  sample: SampleFile,
  places: readonly Reading[],
): Promise<FirstRows | Refused> {
  if (!places.every(({ format }) => tables.has(format))) return bestOf(sample, places);
  const atFirst = places.map((place) => withOptions(place, { headerRow: [1] }));
  const best = await bestOf(sample, atFirst);
  if (!('refusal' in best) && isHeader(best)) return best;
  const readings: Reading[] = [];
  for (const place of places) {
    for (const headerRow of await headerRowsIn(sample, place))
      readings.push(withOptions(place, { headerRow }));
  }
  return bestOf(sample, readings);
}

/** Reads a place again if its rows show that it has a second header row, an inner list, or fields around it. */
async function readFiner(
  sample: SampleFile,
  place: FirstRows | Refused,
): Promise<FirstRows | Refused> {
  let read = place;
  for (const finer of [secondHeader, innerList, pathAroundFields]) {
    if ('refusal' in read) return read;
    const options = finer(read);
    if (options !== undefined)
      read = await firstRows(sample, withOptions(read, options), rowsTried);
  }
  return read;
}

/**
 * In CSV rows above the table may be shorter, so each header row is tried. The rows of a workbook are looked at once.
 */
async function headerRowsIn(sample: SampleFile, place: Reading) {
  if (place.format === 'csv') return [[1], ...otherHeaderRows];
  const read = await firstRows(sample, withOptions(place, { headerRow: 'none' }), rowsTried);
  return 'refusal' in read ? [] : [[1], ...likelyHeaderRows(read)];
}

/** The best reading, the first of equal ones. If all are refused, why the first one is. */
async function bestOf(
  sample: SampleFile,
  readings: readonly Reading[],
): Promise<FirstRows | Refused> {
  let refused: Refused | undefined;
  let best: FirstRows | undefined;
  for (const reading of readings) {
    const read = await firstRows(sample, reading, rowsTried);
    if ('refusal' in read) refused ??= read;
    else if (best === undefined || headerScore(read) > headerScore(best)) best = read;
  }
  return best ?? refused ?? { refusal: noExport(sample) };
}
