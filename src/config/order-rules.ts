import { at, type Finding, type Path, type Plain } from './tree.ts';
import { listAt, textAt } from './written.ts';

/** What the orders section must keep among its own keys. */
export function orderRules(value: Plain): Finding[] {
  const findings: Finding[] = [];
  const accept: Path = ['orders', 'accept'];
  const acknowledge = textAt(value, ['orders', 'outbox', 'acknowledge']);
  if (textAt(value, accept) === 'onAcknowledged' && acknowledge === 'none') {
    findings.push({
      path: accept,
      at: 'value',
      message:
        'orders.accept is onAcknowledged, but with acknowledge: none no file is ever acknowledged',
      remedy: 'Use accept: onWritten, or acknowledge: removed.',
    });
  }
  const openOrders: Path = ['catalog', 'openOrders'];
  if (textAt(value, openOrders) === 'subtract' && acknowledge === 'none') {
    findings.push({
      path: openOrders,
      at: 'value',
      message:
        'catalog.openOrders is subtract, but with acknowledge: none no order is ever acknowledged',
      remedy: 'Use acknowledge: removed or ackFile, or openOrders: ignore.',
    });
  }
  const outbox: Path = ['orders', 'outbox'];
  const format: Path = [...outbox, 'format'];
  if (textAt(value, format) === 'template' && at(value, [...outbox, 'template']) === undefined) {
    findings.push({
      path: format,
      at: 'value',
      message: 'orders.outbox.format is template, but no template file is named',
      remedy: 'Add template: FILE beside it.',
    });
  }
  return [...findings, ...acceptsPlaced(value, accept), ...xmlEncoding(value, outbox)];
}

/** Only a placed order can be accepted, once a file that says so is written. */
function acceptsPlaced(value: Plain, path: Path): Finding[] {
  const policy = textAt(value, path);
  const statuses = listAt(value, ['orders', 'outbox', 'statuses']);
  const isWaiting = policy === 'onWritten' || policy === 'onAcknowledged';
  if (!isWaiting || statuses.length === 0 || statuses.includes('PLACED')) return [];
  return [
    {
      path,
      at: 'value',
      message: `orders.accept is ${policy}, but outbox.statuses leaves out PLACED: no order that could be accepted is ever written`,
      remedy: 'Add PLACED to statuses, or use accept: manual.',
    },
  ];
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
      message: `orders.outbox.encoding is ${written}, but commerceml is written in utf-8 or windows-1251`,
      remedy: 'Use one of the two.',
    },
  ];
}
