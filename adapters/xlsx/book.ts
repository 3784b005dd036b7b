import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { emptyFile } from '../text/open.ts';
import type { CellContext } from './cell.ts';
import { type Container, openContainer } from './container.ts';
import { damaged, tooLarge } from './damage.ts';
import { workbookBytesMax } from './limits.ts';
import { notWorkbook } from './not-workbook.ts';
import { readSharedTexts } from './shared-texts.ts';
import { SheetContent } from './sheet.ts';
import { readStyles } from './styles.ts';
import type { SheetBlock } from './table.ts';
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts';
import { readPart } from './xml.ts';

/** A workbook with everything that the rows of its chosen sheet need. */
export interface Book {
  readonly container: Container;
  readonly sheets: readonly Sheet[];
  readonly sheet: Sheet;
  readonly context: CellContext;
}

/** Opens the container and chooses the sheet: the named one, or the first that is not hidden. */
export async function openBook(file: AdapterFile, sheetName?: string): Promise<Book | Complaint> {
  const refusal = unreadable(file);
  if (refusal) return refusal;
  const container = await openContainer(file);
  if ('rule' in container) return container;
  const workbook = await readWorkbook(container);
  if ('rule' in workbook) return workbook;
  const sheet = chosenSheet(workbook.sheets, sheetName);
  if (!sheet) return noSheet(file.name, workbook.sheets, sheetName);
  const context = await readContext(container, workbook);
  return 'rule' in context ? context : { container, sheets: workbook.sheets, sheet, context };
}

/** The sheet's filled rows, block by block; a complaint is the last thing it gives. */
export async function* sheetRows(book: Book): AsyncGenerator<SheetBlock | Complaint> {
  const content = new SheetContent({ ...book.context, file: book.container.file });
  for await (const complaint of readPart(book.container, book.sheet.path, content)) {
    const { statedWidth, merges } = content;
    yield { rows: content.take(), statedWidth, merges };
    if (complaint) yield complaint;
  }
}

async function readContext(
  container: Container,
  workbook: Workbook,
): Promise<CellContext | Complaint> {
  const sharedTexts = await readSharedTexts(container, workbook.sharedTexts);
  if ('rule' in sharedTexts) return sharedTexts;
  const styles = await readStyles(container, workbook.styles);
  if ('rule' in styles) return styles;
  const { startsIn1904, leavesZeros } = workbook;
  return { sharedTexts, ...styles, startsIn1904, leavesZeros };
}

function unreadable(file: AdapterFile): Complaint | undefined {
  if (file.size > workbookBytesMax) {
    return tooLarge(file.name, `The workbook is larger than ${workbookBytesMax} bytes.`);
  }
  const head = file.read(0, 512);
  if (head[0] === 0x50 && head[1] === 0x4b) return undefined;
  if (head.length === 0) return emptyFile(file);
  const remedy = 'Correct format: of the source, or save as XLSX.';
  return notWorkbook(file.name, { noun: 'an XLSX workbook', head, remedy });
}

/** The named sheet, blanks and case aside; without a name the first that a person sees. */
export function chosenSheet<S extends Pick<Sheet, 'name' | 'isVisible'>>(
  sheets: readonly S[],
  name: string | undefined,
): S | undefined {
  if (name === undefined) return sheets.find(({ isVisible }) => isVisible) ?? sheets[0];
  const wanted = name.trim().toLowerCase();
  return (
    sheets.find((sheet) => sheet.name === name) ??
    sheets.find((sheet) => sheet.name.trim().toLowerCase() === wanted)
  );
}

export function hiddenNames(sheets: readonly Pick<Sheet, 'name' | 'isVisible'>[]): string[] {
  return sheets.filter(({ isVisible }) => !isVisible).map(({ name }) => name);
}

export function noSheet(
  file: string,
  sheets: readonly Pick<Sheet, 'name'>[],
  name: string | undefined,
): Complaint {
  if (name === undefined) return damaged(file, 'The workbook has no sheet with cells.');
  const names = sheets.map((sheet) => `"${sheet.name}"`).join(', ');
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: `The workbook has no sheet "${name}".`,
    remedy: `Set sheet: of the source to one of ${names}.`,
  };
}
