import { Buffer } from 'node:buffer';
import type { Container } from '../xlsx/container.ts';
import { inflated } from '../xlsx/inflate.ts';
import { zipOf } from '../xlsx/zip.ts';
import { noStyles, stylesPart } from './styles-part.ts';

const bodyStart = '<office:body';

/**
 * A workbook with the styles of another one, and a cell for each of these styles of numbers: the library says in no
 * other way how it shows them.
 */
export async function styleProbe(
  container: Container,
  names: readonly string[],
): Promise<Uint8Array> {
  const content = await partOf(container, 'content.xml');
  const head = content.toString('utf8', 0, Math.max(0, content.indexOf(bodyStart)));
  const styles = (await partOf(container, stylesPart)).toString('utf8') || noStyles;
  return zipOf([
    { name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', text: `${head}${probeStyles(names)}${probeBody(names)}` },
    { name: stylesPart, text: styles },
    { name: 'META-INF/manifest.xml', text: '<manifest:manifest/>' },
  ]);
}

function probeStyles(names: readonly string[]): string {
  const styles = names.map(
    (name, nth) =>
      `<style:style style:name="probe${nth}" style:family="table-cell" style:data-style-name="${name}"/>`,
  );
  return `<office:automatic-styles>${styles.join('')}</office:automatic-styles>`;
}

function probeBody(names: readonly string[]): string {
  const cells = names.map(
    (_, nth) =>
      `<table:table-cell table:style-name="probe${nth}" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>`,
  );
  const row = `<table:table-row>${cells.join('')}</table:table-row>`;
  return `<office:body><office:spreadsheet><table:table table:name="probe">${row}</table:table></office:spreadsheet></office:body></office:document-content>`;
}

async function partOf(container: Container, path: string): Promise<Buffer> {
  const entry = container.entries.get(path);
  const chunks: Uint8Array[] = [];
  if (!entry) return Buffer.alloc(0);
  for await (const chunk of inflated(container, entry)) {
    if (!('rule' in chunk)) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
