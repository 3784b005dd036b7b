import type { Container } from '../xlsx/container.ts';
import { readWholePart } from '../xlsx/xml.ts';

const metaPart = 'meta.xml';
const calculating = /^(?:LibreOffice|OpenOffice|Collabora)/;

/**
 * Whether LibreOffice or its like has written an ODS workbook: it calculates each formula, and keeps nothing at all of
 * an empty text (quirk 19). Other programs give such a result its type.
 */
export async function isCalculated(container: Container): Promise<boolean> {
  if (!container.entries.has(metaPart)) return false;
  let [isIn, generator] = [false, ''];
  // Of a damaged part what was read of it counts: nothing else is asked of it.
  await readWholePart(container, metaPart, {
    open: (name) => {
      isIn = name === 'generator';
    },
    text: (text) => {
      if (isIn) generator += text;
    },
    close: () => {
      isIn = false;
    },
  });
  return calculating.test(generator.trim());
}
