import { z } from 'zod';
import { encodingNamed, unknownEncoding } from '../domain/encoding.ts';
import { numberExamples } from '../domain/quantity.ts';
import { where } from './condition.ts';
import {
  column,
  columnList,
  duration,
  fileName,
  type Paths,
  path,
  share,
  text,
  whole,
} from './kinds.ts';
import { mapping } from './mapping.ts';

const formats = [
  'csv',
  'fixed',
  'xlsx',
  'xls',
  'ods',
  'xml',
  'commerceml',
  'bmecat',
  'datanorm',
  'gdsn',
  'json',
  'ndjson',
  'dbf',
] as const;

const rowsMax = 1_000_000;

const headerRow = z
  .union([
    z.literal('none', { error: 'must be a row number, a list of row numbers or none' }),
    whole(1, rowsMax),
    z.array(whole(1, rowsMax)).min(1, { error: 'must name at least one row' }),
  ])
  .transform((rows): readonly number[] | 'none' => (typeof rows === 'number' ? [rows] : rows));

const fixedColumn = z.strictObject({
  name: column.describe('The name of the column, as the mapping uses it.'),
  start: whole(1, 100_000).describe('The position of its first character, counted from 1.'),
  length: whole(1, 100_000).describe('The number of its characters.'),
});

const stable = z.strictObject({
  quiet: duration(0)
    .describe('How long the size and the time of a file must stay the same before it is read.')
    .prefault('10s'),
  doneFile: fileName
    .describe(
      'A second file that must be in the folder of the export before the export is read; `{name}` is the name of the export, as in "{name}.ok".',
    )
    .exactOptional(),
});

const fillDown = z
  .union([
    columnList,
    z.strictObject({
      columns: columnList.describe('The columns in which empty cells are filled.'),
      within: column
        .describe(
          'A cell is filled only from a row that has the same value in this column, such as a handle, and not if there is none.',
        )
        .exactOptional(),
    }),
  ])
  .transform((written) => (Array.isArray(written) ? { columns: written } : written));

const tooManyRejected = z.strictObject({
  share: share
    .describe('The share of all rows of the file. It applies from ten rejected rows on.')
    .prefault('10%'),
  count: whole(0, rowsMax).describe('The number of rejected rows.').prefault(100),
});

/** Which rows and what they mean. */
const meaning = {
  fillDown: fillDown
    .describe('Columns in which an empty cell takes the value of the row before.')
    .exactOptional(),
  where: where
    .describe(
      'Only rows that fulfil the condition, or every condition of a list, are used. A row is rejected if its value is nearly a value of the condition: with other letters (`zbo??` or `zbozi` for `zboží`: the encoding may be wrong), with other capitals, blanks or signs (`Nein` for `nein`), or as another word for the same yes or no (`Ja` for `J`). A true/false cell of a workbook, DBF or JSON matches any word for yes or no that the condition has; if it has none, the row is rejected. A number cell is compared by its value.',
    )
    .prefault([]),
  duplicates: z
    .enum(['reject', 'last', 'sum'])
    .describe(
      'An article in several rows with different data: reject rejects these rows, last uses the last row, sum adds up the quantities (stock only). Leave out the rows of blocked warehouses with `where`, or their stock is sold too. If a products export has a row for each warehouse, add a second source of kind stock that reads the same files and adds up the stock; in the products source, rows that repeat an article are then skipped.',
    )
    .prefault('reject'),
  negative: z
    .enum(['clamp', 'refuse'])
    .describe(
      'A quantity below 0: clamp sends 0 and puts a note on the row, refuse rejects the row.',
    )
    .prefault('clamp'),
  empty: z
    .enum(['keep', 'clear'])
    .describe(
      'An empty cell: keep sends the last sent value again, clear empties it. In CSV, XML and fixed width a cell is also empty if it holds only a word that programs write for an empty value (`NULL`, `\\N`, `(null)`, `null`, `undefined`, `NaN`, `nan`, `NaT`, `<NA>` or `<null>`), unless `mapping` or `where` names this word. In a column of `availableQty`, `undefined`, `NaN` and `nan` reject the row instead. What an empty cell of `isActive` means is set by `default`; `otherwise` is for other values.',
    )
    .prefault('keep'),
  missing: z
    .enum(['keep', 'zero'])
    .describe(
      'Stock only: if a full file leaves out an article, keep leaves its stock as it is, zero sets it to 0.',
    )
    .prefault('keep'),
  tooManyRejected: tooManyRejected
    .describe(
      'If more rows are rejected than one of the two limits allows, the whole file is held.',
    )
    .prefault({}),
  mapping: mapping.describe('The fields of the API, and where their values come from.'),
};

const encoding = text.refine((name) => name === 'auto' || encodingNamed(name) !== undefined, {
  error: ({ input }) => unknownEncoding(String(input), ['auto']),
});
const delimiter = z
  .string()
  .regex(/^(.|tab|auto)$/u, { error: 'must be one character, tab or auto' })
  .transform((written) => (written === 'tab' ? '\t' : written));
const escapeSign = z.string().regex(/^[!-/:-@[-`{-~]$/, {
  error: 'must be one ASCII sign that is not a letter or a digit, such as "\\\\"',
});
const quote = z.string().regex(/^(.|none)$/u, { error: 'must be one character or none' });

/** How the file is written. */
const dialect = {
  format: z.enum(formats).describe('The format of the files.').prefault('csv'),
  companions: z
    .array(fileName)
    .describe(
      'Files that belong to each export, such as [offers.xml]: the export is read once they are stable too. `{stem}` is the name of the export without its ending and without `.gz`, as in "{stem}.dbt" or "{stem}.dbt.gz". If the export is in a .zip, they are in it too. commerceml, datanorm and dbf read them; all other formats wait for them, but read only the export.',
    )
    .prefault([]),
  encoding: encoding
    .describe(
      'windows-1252, utf-8, cp850 … or auto. auto uses the BOM of the file; without one the file must be correct UTF-8, or it is an error. auto decides for each file separately; a name applies to the companions too.',
    )
    .prefault('auto'),
  delimiter: delimiter
    .describe('csv: the separator between two cells: one character, tab, or auto.')
    .prefault('auto'),
  quote: quote
    .describe('csv: the quote character, or none for files that use " only as an inch mark.')
    .prefault('"'),
  escape: escapeSign
    .describe(
      'csv: the sign that is written before a quote mark, a delimiter or a line end if that belongs to the value, such as "\\\\" in exports of MySQL and PHP. Doubled quote marks are read as well.',
    )
    .exactOptional(),
  numbers: z
    .enum(Object.keys(numberExamples))
    .describe(
      'How numbers are written in texts, shown with the number 1234.56; a half may also be written `.5` or `,5`. Without this key, a number that can be read in two ways rejects its row. If a number of the file can only be read in the opposite style, changed rows with a thousands mark before the last three digits (`22.125`) are rejected too. If that number has a thousands mark of its own (`1,250.5`), changed rows with three decimals (`1,250`) are rejected as well. A value that is a number in the format itself (JSON, a cell of a workbook, a field of DBF, a quantity of CommerceML, BMEcat or GDSN) is read as it is. If a cell shows fewer digits than it holds, or shows a word beside the number (`12 Stk`), number fields read the number that it holds.',
    )
    .exactOptional(),
  headerRow: headerRow
    .describe(
      'The row with the column names, a list if the names take several rows, or none: the columns are then named 1, 2, … With fixed, `columns:` names the columns, and the rows up to this one are left out. Default: none for fixed, 1 for all others.',
    )
    .exactOptional(),
  columns: z
    .array(fixedColumn)
    .min(1, { error: 'must name at least one column' })
    .describe('fixed: the place of each column in the line.')
    .exactOptional(),
  recordLength: whole(1, 1_000_000)
    .describe(
      'fixed: the number of characters of each record, if there are no line ends between the records.',
    )
    .exactOptional(),
  sheet: text
    .describe(
      'xlsx, xls, ods: the name of the sheet. Without it the first sheet that is not hidden is read. If this is another sheet than last time, and the sheet of last time is still there, the file is held, unless the new sheet has a later day in its name (`2026-11-26` after `2026-11-25`).',
    )
    .exactOptional(),
  path: text
    .describe(
      'xml, json, gdsn: the path of the element that is repeated for each article, such as catalog/product.',
    )
    .exactOptional(),
};

/** A fixed layout names its columns itself: its first line is an article like any other. */
function usualHeaderRow(format: (typeof formats)[number]): readonly number[] | 'none' {
  return format === 'fixed' ? 'none' : [1];
}

/** A folder with exports of one kind (contract section 3). */
export function source(paths: Paths) {
  return z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, {
          error: 'must be at most 40 letters, digits, - and _: it becomes part of file names',
        })
        .describe('The name of the source in commands, in results and on the status page.'),
      kind: z
        .enum(['products', 'stock'])
        .describe('What a row of the export describes: a product, or the stock of an article.')
        .prefault('products'),
      folder: path(paths).describe(
        'The folder where the ERP puts its exports. Stockhand changes nothing in it, unless `afterImport: move` is set.',
      ),
      files: fileName.describe('Which files of the folder are read, such as "artikel*.csv".'),
      contents: z
        .enum(['full', 'delta'])
        .describe(
          'full: an article that is missing from the file has vanished; delta: the file holds only changes, and all other articles stay as they are.',
        )
        .prefault('full'),
      pick: z
        .enum(['newest', 'each', 'union'])
        .describe(
          'If there are several files: newest reads only the newest, each reads every file in the order of their names (of full exports that wait together only the last), union reads all together as one full export (tables must then have the same columns in the same order). Default: newest for full, each for delta.',
        )
        .exactOptional(),
      stable: stable.describe('When a file counts as completely written.').prefault({}),
      afterImport: z
        .enum(['keep', 'move'])
        .describe(
          'keep leaves the file where it is; move moves it to done/ or error/ below the folder, together with its companions and with a done file that has its name. With `pick: newest`, older full exports in the folder are moved to done/ together with the newest one and are not read. With deltas and `pick: each`, a new file with the name of a file that was moved is always read; a new file in place of one that was kept is read only if its bytes are different.',
        )
        .prefault('keep'),
      ...dialect,
      ...meaning,
    })
    .transform(({ pick, headerRow, ...rest }) => {
      const style = rest.numbers === undefined ? undefined : numberExamples[rest.numbers];
      return {
        ...rest,
        pick: pick ?? (rest.contents === 'full' ? ('newest' as const) : ('each' as const)),
        headerRow: headerRow ?? usualHeaderRow(rest.format),
        ...(style === undefined ? {} : { numberStyle: style }),
      };
    });
}
