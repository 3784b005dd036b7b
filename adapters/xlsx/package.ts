import { element, leaf, type XmlElement, xmlText } from '../xml/document.ts';
import type { ZipPart } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** More decimals than an amount or quantity of the service has; further ones show as six. */
const decimalsMax = 6;
const firstOwnFormat = 164;

/** The cell style that shows as many decimals as the number has. */
export function styleOf(decimal: string): number {
  const [, fraction = ''] = decimal.split('.');
  return 1 + Math.min(fraction.length, decimalsMax);
}

function contentTypes(): XmlElement {
  const override = (PartName: string, kind: string): XmlElement =>
    element('Override', [], { PartName, ContentType: `${spreadsheetml}.${kind}+xml` });
  return element(
    'Types',
    [
      element('Default', [], {
        Extension: 'rels',
        ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
      }),
      override('/xl/workbook.xml', 'sheet.main'),
      override('/xl/worksheets/sheet1.xml', 'worksheet'),
      override('/xl/styles.xml', 'styles'),
    ],
    { xmlns: `${packages}/content-types` },
  );
}

function relationships(targets: Readonly<Record<string, string>>): XmlElement {
  const each = Object.entries(targets).map(([kind, Target], index) =>
    element('Relationship', [], { Id: `rId${index + 1}`, Type: `${office}/${kind}`, Target }),
  );
  return element('Relationships', each, { xmlns: `${packages}/relationships` });
}

function workbook(): XmlElement {
  const sheet = element('sheet', [], { name: 'Order', sheetId: '1', 'r:id': 'rId1' });
  return element('workbook', [element('sheets', [sheet])], { xmlns: main, 'xmlns:r': office });
}

function styles(): XmlElement {
  const formats = Array.from({ length: decimalsMax + 1 }, (_, decimals) =>
    element('numFmt', [], {
      numFmtId: String(firstOwnFormat + decimals),
      formatCode: decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`,
    }),
  );
  const cells = ['0', ...formats.map((_, index) => String(firstOwnFormat + index))];
  const formatOf = (numFmtId: string): XmlElement =>
    element('xf', [], {
      numFmtId,
      fontId: '0',
      fillId: '0',
      borderId: '0',
      applyNumberFormat: '1',
    });
  const list = (name: string, parts: readonly XmlElement[]): XmlElement =>
    element(name, parts, { count: String(parts.length) });
  return element(
    'styleSheet',
    [
      list('numFmts', formats),
      list('fonts', [element('font', [])]),
      list('fills', [element('fill', [element('patternFill', [], { patternType: 'none' })])]),
      list('borders', [element('border', [leaf('left', '')])]),
      list('cellStyleXfs', [
        element('xf', [], { numFmtId: '0', fontId: '0', fillId: '0', borderId: '0' }),
      ]),
      list('cellXfs', cells.map(formatOf)),
    ],
    { xmlns: main },
  );
}

/** Every part of the workbook but its sheet. */
export const fixedParts: readonly ZipPart[] = [
  { name: '[Content_Types].xml', text: xmlText(contentTypes()) },
  { name: '_rels/.rels', text: xmlText(relationships({ officeDocument: 'xl/workbook.xml' })) },
  { name: 'xl/workbook.xml', text: xmlText(workbook()) },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: xmlText(relationships({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' })),
  },
  { name: 'xl/styles.xml', text: xmlText(styles()) },
];
