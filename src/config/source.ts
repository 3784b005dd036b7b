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
  name: column.describe('The name that the mapping uses.'),
  start: whole(1, 100_000).describe('The first character, counted from 1.'),
  length: whole(1, 100_000).describe('How many characters.'),
});

const stable = z.strictObject({
  quiet: duration(0)
    .describe('How long size and time of the file must stand still before it is read.')
    .prefault('10s'),
  doneFile: fileName
    .describe(
      'A file that must stand beside it; `{name}` is the export\'s name, as in "{name}.ok".',
    )
    .exactOptional(),
});

const fillDown = z
  .union([
    columnList,
    z.strictObject({
      columns: columnList.describe('The columns whose empty cells are filled.'),
      within: column
        .describe('Only from rows that have the same value in this column, such as a handle.')
        .exactOptional(),
    }),
  ])
  .transform((written) => (Array.isArray(written) ? { columns: written } : written));

const tooManyRejected = z.strictObject({
  share: share.describe('Of all rows of the file, and at least ten of them.').prefault('10%'),
  count: whole(0, rowsMax).describe('Rows.').prefault(100),
});

/** Which rows and what they mean. */
const meaning = {
  fillDown: fillDown
    .describe('Columns in which an empty cell means: the same as in the row before.')
    .exactOptional(),
  where: where
    .describe(
      'Only rows that fulfil the condition, or all of a list, are used. A value that is one of a condition in other letters (`zbo??` or `zbozi` for `zboží`: the encoding may be wrong), capitals, blanks or signs (`Nein` for `nein`), or says the same yes or no (`Ja` for `J`), rejects its row. A true/false cell of a workbook, DBF or JSON is found by any word of yes or no, and rejects its row where the condition has none; a number cell is found by its value.',
    )
    .prefault([]),
  duplicates: z
    .enum(['reject', 'last', 'sum'])
    .describe(
      'An article in several rows: reject them, take the last, or add up (stock only), without the rows that `where` leaves out: those of a blocked warehouse, too, would be sold. Of a products export with a row for each warehouse, a second source of kind stock over the same files adds up the stock; rows that repeat an article are skipped.',
    )
    .prefault('reject'),
  negative: z
    .enum(['clamp', 'refuse'])
    .describe('A quantity below 0: clamp sends 0 with a note, refuse rejects the row.')
    .prefault('clamp'),
  empty: z
    .enum(['keep', 'clear'])
    .describe(
      'An empty cell: keep the last sent value, or clear it. In CSV, XML and fixed width a cell that holds just `NULL`, `\\N`, `(null)`, `null`, `undefined`, `NaN`, `nan`, `NaT` or `<NA>`, as programs write it, is an empty one, unless `mapping` or `where` name that word; but `undefined`, `NaN` and `nan` in a column of `availableQty` reject the row. What an empty cell of `isActive` means, `default` says: `otherwise` is for other values.',
    )
    .prefault('keep'),
  missing: z
    .enum(['keep', 'zero'])
    .describe('Stock only: what an article that a full file leaves out has, its last stock or 0.')
    .prefault('keep'),
  tooManyRejected: tooManyRejected
    .describe('More rejected rows than either hold the whole file.')
    .prefault({}),
  mapping: mapping.describe("The API's fields and where they come from."),
};

const encoding = text.refine((name) => name === 'auto' || encodingNamed(name) !== undefined, {
  error: ({ input }) => unknownEncoding(String(input)).replace('must be', 'must be auto,'),
});
const delimiter = z
  .string()
  .regex(/^(.|tab|auto)$/u, { error: 'must be one character, tab or auto' })
  .transform((written) => (written === 'tab' ? '\t' : written));
const escapeSign = z.string().regex(/^[!-/:-@[-`{-~]$/, {
  error: 'must be one ASCII sign that is no letter and no digit, such as "\\\\"',
});
const quote = z.string().regex(/^(.|none)$/u, { error: 'must be one character or none' });

/** How the file is written. */
const dialect = {
  format: z.enum(formats).describe('The format of the files.').prefault('csv'),
  companions: z
    .array(fileName)
    .describe(
      'Files that belong to each export and become stable with it, such as [offers.xml]; `{stem}` is the export\'s name without its ending and without `.gz`, as in "{stem}.dbt" or "{stem}.dbt.gz". In a .zip they stand beside it. commerceml, datanorm and dbf read them; all other formats wait for them and read the export alone.',
    )
    .prefault([]),
  encoding: encoding
    .describe(
      'windows-1252, utf-8, cp850 …, or auto: by its BOM, then strict UTF-8, else an error. auto decides for each file by itself; a name holds for the companions too.',
    )
    .prefault('auto'),
  delimiter: delimiter.describe('csv: one character, tab, or auto.').prefault('auto'),
  quote: quote
    .describe('csv: the quote character, or none for files with bare inch marks.')
    .prefault('"'),
  escape: escapeSign
    .describe(
      'csv: the sign before a quote mark, a delimiter or a line end that belongs to the value, such as "\\\\" in what MySQL and PHP write. Doubled quote marks are read too.',
    )
    .exactOptional(),
  numbers: z
    .enum(Object.keys(numberExamples))
    .describe(
      'How 1234.56 is written in texts, a half also as `.5`, or `,5`; without it a number that can be read in two ways rejects its row. Where a number of the file can only be read in the opposite style, changed rows with a thousands mark before three last digits (`22.125`) are rejected too. Where it has groups itself (`1,250.5`), so are those with three decimals (`1,250`). What the format itself says is a number (JSON, a cell of a workbook, a field of DBF, a quantity of CommerceML, BMEcat or GDSN) is read as it is; of a cell that shows fewer digits than it holds, or a word beside its number (`12 Stk`), fields of numbers read what it holds.',
    )
    .exactOptional(),
  headerRow: headerRow
    .describe(
      'The row of the column names, a list for names over several rows, or none: columns are then 1, 2, … fixed: rows that are left out, for `columns:` names the columns. Default: none for fixed, 1 for all others.',
    )
    .exactOptional(),
  columns: z
    .array(fixedColumn)
    .min(1, { error: 'must name at least one column' })
    .describe('fixed: where each column stands in the line.')
    .exactOptional(),
  recordLength: whole(1, 1_000_000)
    .describe('fixed: characters of each record, where no line ends stand between the records.')
    .exactOptional(),
  sheet: text
    .describe(
      'xlsx, xls, ods: the sheet; else the first one that is not hidden. Where that is another one than before, and the one before is still there, the file is held, unless its name has a later day (`2026-11-26` after `2026-11-25`).',
    )
    .exactOptional(),
  path: text
    .describe('xml, json, gdsn: the path of the repeated element, such as catalog/product.')
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
        .describe('Its name in commands, results and on the page.'),
      kind: z.enum(['products', 'stock']).describe('What a row is.').prefault('products'),
      folder: path(paths).describe(
        'Where the ERP puts its exports; never changed unless `afterImport: move`.',
      ),
      files: fileName.describe('Which files of the folder, such as "artikel*.csv".'),
      contents: z
        .enum(['full', 'delta'])
        .describe('full: a missing row has vanished; delta: only what is there counts.')
        .prefault('full'),
      pick: z
        .enum(['newest', 'each', 'union'])
        .describe(
          'Of several files: the newest, each in name order, or all together as one full export (tables then have the same columns in the same order). Default: newest for full, each for delta.',
        )
        .exactOptional(),
      stable: stable.describe('When a file counts as written to its end.').prefault({}),
      afterImport: z
        .enum(['keep', 'move'])
        .describe(
          'keep the file, or move it to done/ or error/ below the folder, with its companions and with a done file that has its name. Under `pick: newest` older full exports that stand there go to done/ with the newest and are not read. Deltas and `pick: each`: what comes again under the name of a file that was moved is read, what is written anew over one that was kept only with other bytes.',
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
