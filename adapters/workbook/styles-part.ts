import { Buffer } from 'node:buffer';
import { CFB } from 'xlsx';

export const stylesPart = 'styles.xml';
export const noStyles = '<office:document-styles/>';

/**
 * ODF lets a workbook go without this part; the library does
 * not. The cells' own styles are beside them in content.xml.
 */
export function withStylesPart(bytes: Uint8Array): Uint8Array {
  const container: unknown = CFB.read(Buffer.from(bytes), { type: 'buffer' });
  CFB.utils.cfb_add(container, stylesPart, Buffer.from(noStyles));
  return CFB.write(container, { type: 'buffer', fileType: 'zip' }) as Buffer;
}
