import { describe, expect, it } from 'vitest';
import { type Frame, messageOf, testMessage } from '../../src/alerts/message.ts';
import { look } from './needs.ts';

const frame: Frame = { language: 'en', host: 'erp-1', page: 'http://127.0.0.1:8480' };
const news = (...ids: string[]) => ({ come: look(...ids).standing, gone: [] });

describe('an alert', () => {
  it('says what, since when, why, what it does to buyers, what to do, and where more is', () => {
    const { subject, text } = messageOf(frame, news('held:1'));
    expect(subject).toBe('[Stockhand erp-1] What of held:1.');
    expect(text.split('\n')).toEqual([
      'What of held:1.',
      expect.stringMatching(/^ {2}Since: 1 Jan 1970, \d\d:\d\d (?:UTC|GMT|[A-Z]{3,4}).*$/),
      '  Cause: Cause of held:1.',
      '  Effect: Effect of held:1.',
      '  What to do: Fix of held:1.',
      '',
      'The status page on erp-1: http://127.0.0.1:8480',
    ]);
  });

  it.each(['0.0.0.0', '[::]'])(
    'links to a page that is bound to %s by the name of the computer',
    (host) => {
      const { text } = messageOf({ ...frame, page: `https://${host}:8480` }, news('held:1'));
      expect(text).toContain('The status page on erp-1: https://erp-1:8480');
    },
  );

  it('says what its commands need where the configuration is not found by itself', () => {
    const [held] = look('held:1').standing;
    const need = { ...held!.need, fix: 'Run stockhand release 1.' };
    const file = '/opt/two & more.yaml';
    const { text } = messageOf({ ...frame, file }, { come: [{ ...held!, need }], gone: [] });
    expect(text.split('\n\n').slice(1)).toEqual([
      'Commands need the addition: --config "/opt/two & more.yaml"',
      'The status page on erp-1: http://127.0.0.1:8480',
    ]);
    expect(messageOf({ ...frame, file }, news('held:1')).text).not.toContain('--config');
  });

  it('counts several in its subject, and names each in its text', () => {
    const { subject, text } = messageOf(frame, news('held:1', 'results-offline'));
    expect(subject).toBe('[Stockhand erp-1] 2 items need you');
    expect(text).toContain('What of held:1.');
    expect(text).toContain('What of results-offline.');
  });

  it('says in its subject that something is over', () => {
    const gone = [{ id: 'held:1', what: 'Too many vanish.' }];
    const { subject, text } = messageOf(frame, { come: [], gone });
    expect(subject).toBe('[Stockhand erp-1] No longer: Too many vanish.');
    expect(text).toMatch(/^No longer: Too many vanish\./);
  });

  it('says of what is over without having been told since when it stood', () => {
    const gone = [{ id: 'held:1', what: 'Too many vanish.', untoldSinceMs: 0 }];
    const { text } = messageOf(frame, { come: [], gone });
    expect(text).toMatch(
      /^No longer: Too many vanish\.\n {2}Happened, but could not be reported then: 1 Jan 1970, /,
    );
  });

  it('never carries a line break into its subject, nor what turns the direction of a line (fault 118)', () => {
    const gone = [{ id: 'x', what: 'one\r\nBcc: all@firma.example \u202e' }];
    const { subject, text } = messageOf(frame, { come: [], gone });
    expect(subject).toBe('[Stockhand erp-1] No longer: one Bcc: all@firma.example ␣');
    expect(text).toMatch(/^No longer: one␣\nBcc: all@firma\.example ␣\n/);
  });

  it('stays short enough for every chat: what there is no room for is counted', () => {
    const many = Array.from({ length: 100 }, (_, index) => `ORDER_UNREADABLE ${index}`);
    const { subject, text } = messageOf(frame, news(...many));
    expect(subject).toBe('[Stockhand erp-1] 100 items need you');
    expect(text.length).toBeLessThan(4_096);
    const [, shown] = text.split(/And (\d+) more: stockhand status shows all of them\./);
    expect(text.match(/^What of/gm)).toHaveLength(100 - Number(shown));
    expect(text).toContain('The status page on erp-1');
    const long = messageOf(frame, { come: [], gone: [{ id: 'x', what: 'x'.repeat(100_000) }] });
    expect(`${long.subject}\n\n${long.text}`.length).toBeLessThan(4_096);
  });

  it('holds no half of a character where it is cut', () => {
    for (const before of ['', 'x']) {
      const what = `${before}${'😀'.repeat(1_000)}`;
      const { subject, text } = messageOf(frame, { come: [], gone: [{ id: 'x', what }] });
      expect([subject, text].map((each) => each.isWellFormed())).toEqual([true, true]);
    }
  });

  it('says what to do however long the rest is', () => {
    const [held] = look('held:1').standing;
    const cause = 's.yaml:1:1 error this line is wrong\n'.repeat(100);
    const what = `In a.csv ${'Gewicht: 31 of 40 values are 100 times as high, '.repeat(40)}`;
    for (const long of [{ cause }, { what }, { cause, what, effect: what }]) {
      const come = [{ need: { ...held!.need, ...long }, sinceMs: 0 }];
      const { text } = messageOf(frame, { come, gone: [] });
      expect(text).toContain('\n  What to do: Fix of held:1.\n');
    }
  });

  it('speaks German where the configuration does', () => {
    const german = messageOf({ ...frame, language: 'de' }, news('held:1', 'held:2'));
    expect(german.subject).toBe('[Stockhand erp-1] 2 Punkte brauchen Sie');
    expect(german.text).toContain('  Was zu tun ist: Fix of held:1.');
    expect(testMessage({ ...frame, language: 'de' }).subject).toContain('Dies ist ein Test');
  });
});
