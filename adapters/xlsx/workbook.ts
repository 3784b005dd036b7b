import type { Complaint } from '../../src/domain/complaint.ts';
import type { Container } from './container.ts';
import { damaged, tooLarge } from './damage.ts';
import { areLeftAtZero } from './left-at-zero.ts';
import { sheetsMax } from './limits.ts';
import { type Relation, readRelations } from './relations.ts';
import { readWholePart, type XmlHandler } from './xml.ts';

export interface Sheet {
  readonly name: string;
  /** Path of its part in the container. */
  readonly path: string;
  readonly isVisible: boolean;
}

/** What the workbook says about its parts. */
export interface Workbook {
  /** Without sheets that hold only a chart. */
  readonly sheets: readonly Sheet[];
  /** Whether days count from 1904, as on old Macintoshes. */
  readonly startsIn1904: boolean;
  /** Whether formulas that nobody has calculated are at 0. */
  readonly leavesZeros: boolean;
  /** Paths, where the workbook has such a part. */
  readonly sharedTexts: string | undefined;
  readonly styles: string | undefined;
}

export async function readWorkbook(container: Container): Promise<Workbook | Complaint> {
  const root = await readRelations(container, '');
  if ('rule' in root) return root;
  const path = targetOf(root, 'officeDocument') ?? 'xl/workbook.xml';
  if (!path.endsWith('.xml') || !container.entries.has(path.toLowerCase())) {
    return noWorkbook(container, path);
  }
  const relations = await readRelations(container, path);
  if ('rule' in relations) return relations;
  const content = new WorkbookContent();
  const complaint = await readWholePart(container, path, content);
  if (complaint) return complaint;
  if (content.sheets.length > sheetsMax) {
    return tooLarge(container.file, `The workbook has more than ${sheetsMax} sheets.`);
  }
  return {
    sheets: content.sheets.flatMap((sheet) => placedSheet(sheet, relations)),
    startsIn1904: content.startsIn1904,
    leavesZeros: areLeftAtZero(content.calculation, targetOf(relations, 'calcChain') !== undefined),
    sharedTexts: targetOf(relations, 'sharedStrings'),
    styles: targetOf(relations, 'styles'),
  };
}

interface NamedSheet {
  readonly name: string;
  readonly relation: string;
  readonly isVisible: boolean;
}

class WorkbookContent implements XmlHandler {
  readonly sheets: NamedSheet[] = [];
  startsIn1904 = false;
  calculation: Readonly<Record<string, string>> = {};

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    // Excel writes a second one among its extensions, `<x15:workbookPr>`, which says nothing of days.
    if (name === 'workbookPr')
      this.startsIn1904 ||= ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
    if (name === 'calcPr') this.calculation = { ...attributes };
    if (name !== 'sheet' || this.sheets.length > sheetsMax) return;
    const [, relation = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
    const isVisible = (attributes['state'] ?? 'visible') === 'visible';
    this.sheets.push({ name: attributes['name'] ?? '', relation, isVisible });
  }
}

function placedSheet(sheet: NamedSheet, relations: readonly Relation[]): readonly Sheet[] {
  const relation = relations.find(({ id }) => id === sheet.relation);
  if (relation?.type !== 'worksheet') return [];
  return [{ name: sheet.name, path: relation.target, isVisible: sheet.isVisible }];
}

function targetOf(relations: readonly Relation[], type: string): string | undefined {
  return relations.find((relation) => relation.type === type)?.target;
}

function noWorkbook(container: Container, path: string): Complaint {
  const { entries, file } = container;
  if (path.endsWith('.bin')) {
    return { ...damaged(file, 'The file is an XLSB workbook.'), remedy: 'Save it as XLSX or CSV.' };
  }
  const isOpenDocument = entries.has('mimetype') && entries.has('content.xml');
  return isOpenDocument
    ? { ...damaged(file, 'The file is an OpenDocument sheet.'), remedy: 'Set format: ods.' }
    : damaged(file, 'The file is a ZIP container without a workbook.');
}
