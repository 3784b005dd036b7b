import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandText, refuseCommand } from '../../src/orders/command-rules.ts';

const row = (change: Partial<CommandText>): CommandText => ({
  orderNumber: '',
  orderId: '1',
  action: 'accept',
  version: '',
  reason: '',
  trackingCode: '',
  notes: '',
  ...change,
});

describe('the rules of a command row', () => {
  it.each([
    ['an accept', {}],
    ['an order number of any kind', { orderId: '', orderNumber: "O'Brien; DROP" }],
    ['the longest id', { orderId: '9223372036854775807' }],
    ['a reject with a reason of any length', { action: 'reject', reason: 'x'.repeat(5_000) }],
    ['a dispatch without texts', { action: 'dispatch' }],
    [
      'a dispatch with the longest texts',
      { action: 'dispatch', trackingCode: 'x'.repeat(200), notes: 'x'.repeat(1_000) },
    ],
    ['notes in several lines, with HTML', { action: 'dispatch', notes: '<b>a</b>\r\n\tb' }],
    ['a cancel without a reason', { action: 'cancel' }],
    ['a cancel with the longest reason', { action: 'cancel', reason: 'x'.repeat(500) }],
    ['texts that the action does not send', { action: 'accept', notes: 'x'.repeat(9_000) }],
  ] as const)('take %s', (_, change) => {
    expect(refuseCommand(row(change))).toBeUndefined();
  });

  it.each([
    ['1e3', 'COMMAND_ORDER_ID', { orderId: '1e3' }],
    ['0x1F', 'COMMAND_ORDER_ID', { orderId: '0x1F' }],
    ['a negative id', 'COMMAND_ORDER_ID', { orderId: '-1' }],
    ['an id of 20 digits', 'COMMAND_ORDER_ID', { orderId: '1'.repeat(20) }],
    ['Arabic digits', 'COMMAND_ORDER_ID', { orderId: '١٢' }],
    ['no order', 'COMMAND_ORDER_MISSING', { orderId: '' }],
    ['an unknown action', 'COMMAND_ACTION', { action: 'ship' }],
    ['a name of Object.prototype', 'COMMAND_ACTION', { action: 'constructor' }],
    ['a reject without a reason', 'COMMAND_REASON_MISSING', { action: 'reject', reason: ' ' }],
    [
      'a long tracking code',
      'COMMAND_TOO_LONG',
      { action: 'dispatch', trackingCode: 'x'.repeat(201) },
    ],
    ['long notes', 'COMMAND_TOO_LONG', { action: 'dispatch', notes: 'x'.repeat(1_001) }],
    ['a long reason', 'COMMAND_TOO_LONG', { action: 'cancel', reason: 'x'.repeat(501) }],
    [
      '501 units in 251 emoji',
      'COMMAND_TOO_LONG',
      { action: 'cancel', reason: `${'😀'.repeat(250)}x` },
    ],
    ['a control character', 'COMMAND_CHARACTER', { action: 'cancel', reason: 'a\u0007' }],
    [
      'a line break in a tracking code',
      'COMMAND_CHARACTER',
      { action: 'dispatch', trackingCode: 'a\nb' },
    ],
    ['half a surrogate pair', 'COMMAND_CHARACTER', { action: 'cancel', reason: '\ud83d' }],
  ] as const)('faults 90, 91: refuse %s with %s', (_, code, change) => {
    const refused = refuseCommand(row(change));
    expect(refused?.code).toBe(code);
    expect(refused?.message).toMatch(/\. .+\.$/);
  });

  it('fault 90: whatever stands for an id, only plain digits pass', () => {
    fc.assert(
      fc.property(fc.string(), (orderId) => {
        const passes = refuseCommand(row({ orderId, orderNumber: 'N' })) === undefined;
        expect(passes).toBe(orderId === '' || /^[0-9]{1,19}$/.test(orderId));
      }),
    );
  });
});
