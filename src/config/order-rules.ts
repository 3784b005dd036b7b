import type { Finding, Path, Plain } from './tree.ts';
import { at } from './tree.ts';
import { textAt } from './written.ts';

/** What the orders section must keep among its own keys. */
export function orderRules(value: Plain): Finding[] {
  const findings: Finding[] = [];
  const accept: Path = ['orders', 'accept'];
  const acknowledge = textAt(value, ['orders', 'outbox', 'acknowledge']);
  if (textAt(value, accept) === 'onAcknowledged' && acknowledge === 'none') {
    findings.push({
      path: accept,
      at: 'value',
      message: 'orders.accept is onAcknowledged, and with acknowledge: none no file ever is',
      remedy: 'Use accept: onWritten, or acknowledge: removed.',
    });
  }
  const outbox: Path = ['orders', 'outbox'];
  const format: Path = [...outbox, 'format'];
  if (textAt(value, format) === 'template' && at(value, [...outbox, 'template']) === undefined) {
    findings.push({
      path: format,
      at: 'value',
      message: 'orders.outbox.format is template, and no template file is named',
      remedy: 'Add template: FILE beside it.',
    });
  }
  return [...findings, ...strayKeys(value, outbox), ...xmlEncoding(value, outbox)];
}

/** Keys that only some formats have, and which. */
const formatsOf = {
  columns: ['csv', 'xlsx'],
  csv: ['csv'],
  encoding: ['csv', 'template', 'commerceml'],
  template: ['template'],
} as const;

/** A key that does nothing is a mistake of somebody who thinks that it does. */
function strayKeys(value: Plain, outbox: Path): Finding[] {
  const format = textAt(value, [...outbox, 'format']) ?? 'json';
  return Object.entries(formatsOf).flatMap(([key, formats]): Finding[] => {
    const path = [...outbox, key];
    if (at(value, path) === undefined || formats.some((each) => each === format)) return [];
    return [
      {
        path,
        at: 'key',
        message: `orders.outbox.${key} is there, and format: ${format} has no use for it`,
        remedy: `Remove it, or use format: ${formats.join(' or ')}.`,
      },
    ];
  });
}

/** The names of its elements are Cyrillic: other pages cannot write them. */
function xmlEncoding(value: Plain, outbox: Path): Finding[] {
  const path = [...outbox, 'encoding'];
  const written = textAt(value, path);
  if (written === undefined || textAt(value, [...outbox, 'format']) !== 'commerceml') return [];
  if (/^(?:utf-?8|windows-?1251|cp1251)$/i.test(written)) return [];
  return [
    {
      path,
      at: 'value',
      message: `orders.outbox.encoding is ${written}, and commerceml is written in utf-8 or windows-1251`,
      remedy: 'Use one of the two.',
    },
  ];
}
