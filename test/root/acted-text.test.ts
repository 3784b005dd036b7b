import { expect, it } from 'vitest';
import { actedText, releasedText } from '../../src/acted-text.ts';

const held = { id: '6', source: 'stock', run: 8, items: 1, since: '2026-11-23T08:00:00Z' };
const sentence = 'b06.csv of stock was refused.';

it('says of a refused file that is settled that no correction brings its rows back', () => {
  const text = releasedText({ ...held, sentence, waitsFor: [], remedy: 'Export them again.' });
  expect(text).toMatch(/^Settled: b06\.csv of stock was refused\.\n {2}Nothing is sent\. /);
  expect(text).toContain('not read again, even if the mapping is corrected');
  expect(text).toContain('must be exported again');
});

it('says what else the rows that are released wait for', () => {
  expect(releasedText({ ...held, sentence, waitsFor: ['7'] })).toContain('once 7 is released too');
});

it('says of an export without articles whether its release sends anything', () => {
  const text = releasedText({ ...held, sentence, waitsFor: [], sendsNothing: true });
  expect(text).toBe(`Released: ${sentence}\n  There is nothing to send.`);
});

it('says of what is released in a pause what must be resumed before it is sent', () => {
  const paused = 'stock has been paused since 2026-11-23T08:00:00.000Z by clerk';
  expect(releasedText({ ...held, sentence, waitsFor: [], paused })).toContain(
    `${paused}: nothing of it is sent before stockhand resume stock.`,
  );
  expect(releasedText({ ...held, sentence, waitsFor: [] })).not.toContain('resume');
  const pictures = { ...held, source: 'catalog.pictures', paused: 'Every source is paused' };
  expect(releasedText({ ...pictures, sentence, waitsFor: [] })).toMatch(
    /\n {2}Every source is paused: .* before stockhand resume catalog\.$/,
  );
});

it('says of a retry what it sends, and adds nothing to a pause', () => {
  expect(actedText('retry', { items: 0 })).toBe('Nothing was parked.');
  expect(actedText('retry', { items: 0, waiting: [{ items: 1, why: 'stock is paused' }] })).toBe(
    '0 items are sent with the next pass.\n  1 more cannot be sent yet: stock is paused',
  );
  expect(actedText('pause', { names: ['stock'] })).toBeUndefined();
});
