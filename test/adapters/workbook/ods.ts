import { zipped } from '../xlsx/zip.ts';

const namespaces = [
  'office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"',
  'text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"',
  'calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
]
  .map((one) => `xmlns:${one}`)
  .join(' ');

/** A number style by the name `N…`, and a cell style by the name `c…` that uses it. */
export function numberStyle(name: string, content: string): string {
  return `<number:number-style style:name="N${name}">${content}</number:number-style>
    <style:style style:name="c${name}" style:family="table-cell" style:data-style-name="N${name}"/>`;
}

/**
 * An ODS workbook as LibreOffice writes it: tables and styles are given as XML, those that have names for people apart.
 */
export function odsBytes(tables: string, styles = '', named = ''): Buffer {
  return zipped(odsParts(tables, styles, named));
}

/** As this program says that it has written it. */
export function odsBy(generator: string, tables: string): Buffer {
  const content = `<?xml version="1.0"?><office:document-meta ${namespaces} xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><office:meta><meta:creation-date>2026-11-20T10:00:00</meta:creation-date><meta:generator>${generator}</meta:generator><meta:document-statistic/></office:meta></office:document-meta>`;
  return zipped([...odsParts(tables, ''), { name: 'meta.xml', content }]);
}

/** As some programs write it: the part is not needed where nothing is named in it. */
export function odsWithoutStylesPart(tables: string, styles = ''): Buffer {
  return zipped(odsParts(tables, styles).filter(({ name }) => name !== 'styles.xml'));
}

function odsParts(tables: string, styles: string, named = '') {
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces} office:version="1.2"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
  return [
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', content },
    {
      name: 'styles.xml',
      content: `<?xml version="1.0"?><office:document-styles ${namespaces} office:version="1.2"><office:styles>${named}</office:styles></office:document-styles>`,
    },
    {
      name: 'META-INF/manifest.xml',
      content:
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    },
  ];
}

export const table = (name: string, rows: string): string =>
  `<table:table table:name="${name}">${rows}</table:table>`;
export const row = (...cells: readonly string[]): string =>
  `<table:table-row>${cells.join('')}</table:table-row>`;
export const text = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
export const number = (value: string, shown: string, style = ''): string =>
  `<table:table-cell office:value-type="float" office:value="${value}"${style && ` table:style-name="${style}"`}><text:p>${shown}</text:p></table:table-cell>`;
