import type {
  AdapterInput,
  ExportBatch,
  ExportRecord,
  Opened,
  ReadAdapter,
} from '../../src/domain/adapter.ts';
import { type Complaint, complaintOf, shownValue } from '../../src/domain/complaint.ts';
import { tableColumns } from '../text/columns.ts';
import { Articles } from './articles.ts';
import { columnNames } from './fields.ts';
import { type DatanormFile, openDatanorm } from './file.ts';
import { recordsPerBatch } from './limits.ts';
import { Survey } from './survey.ts';

/** DATANORM 4 and 5: articles with their texts and groups. Prices and discounts are never read. */
export const datanorm: ReadAdapter = {
  open: async (input) => openDelivery(input),
};

function openDelivery(input: AdapterInput): Opened {
  const files: DatanormFile[] = [];
  for (const file of input.files) {
    const opened = openDatanorm(file, input.options.encoding);
    if ('refusal' in opened) return opened;
    files.push(opened);
  }
  const [first] = files;
  if (first === undefined) throw new RangeError('An export has at least one file.');
  const columns = tableColumns(columnNames);
  const isOfChanges = input.options.contents === 'delta';
  let whole: Survey | undefined;
  const told = (survey: Survey): void => {
    whole = survey;
  };
  return {
    reader: {
      columns: columns.names,
      columnsAreComplete: true,
      column: (name) => columns.column(name),
      dialect: { encoding: first.text.decoder.encoding, delimiter: ';', quote: '"' },
      batches: () => batches({ files, first: first.name, isOfChanges, told }),
      notes: () => (isOfChanges && whole !== undefined ? textNotes(whole, first.name) : []),
    },
  };
}

interface Delivery {
  readonly files: readonly DatanormFile[];
  readonly first: string;
  readonly isOfChanges: boolean;
  /** Called when all records were read. */
  readonly told: (survey: Survey) => void;
}

const shownTexts = 5;

/** Which articles of earlier deliveries have the text is not kept, so a changed one alone reaches none of them. */
function textNotes({ texts }: Survey, file: string): readonly Complaint[] {
  const unnamed = texts.unnamed();
  if (unnamed.length === 0) return [];
  const named = unnamed.slice(0, shownTexts).map(shownValue).join(', ');
  const more = unnamed.length > shownTexts ? ', …' : '';
  const rule = `No article of ${file} names its text blocks ${named}${more} (${unnamed.length}): they change nothing.`;
  return [complaintOf({ code: 'ROW_TEXT_ALONE', rule })];
}

async function* batches(delivery: Delivery): AsyncGenerator<ExportBatch> {
  const records = recordsOf(delivery);
  let batch: ExportRecord[] = [];
  for (let step = records.next(); ; step = records.next()) {
    if (step.done === true) {
      if (step.value !== undefined) yield { records: batch, refusal: step.value };
      else if (batch.length > 0) yield { records: batch };
      return;
    }
    if (step.value !== 'turn') batch.push(step.value);
    if (step.value !== 'turn' && batch.length < recordsPerBatch) continue;
    yield { records: batch };
    batch = [];
  }
}

/** `turn`: nothing yet, but the caller may look up. */
function* recordsOf({
  files,
  first,
  isOfChanges,
  told,
}: Delivery): Generator<ExportRecord | 'turn', Complaint | undefined> {
  const survey = new Survey();
  const damage = yield* surveyed(survey, files);
  if (damage !== undefined) return damage;
  // Days without a change bring the header alone, or prices, which nobody reads.
  const nothing = isOfChanges ? undefined : survey.nothing(first);
  if (nothing !== undefined) return nothing;
  let rowsBefore = 0;
  for (const file of files) {
    const refusal = yield* new Articles(file, survey, rowsBefore).records();
    if (refusal !== undefined) return refusal;
    rowsBefore += survey.rows.get(file) ?? 0;
  }
  told(survey);
  return undefined;
}

function* surveyed(
  survey: Survey,
  files: readonly DatanormFile[],
): Generator<'turn', Complaint | undefined> {
  for (const file of files) {
    const walk = survey.take(file);
    for (let step = walk.next(); ; step = walk.next()) {
      if (step.done === true && step.value !== undefined) return step.value;
      if (step.done === true) break;
      yield 'turn';
    }
  }
  return undefined;
}
