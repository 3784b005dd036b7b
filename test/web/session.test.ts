import { describe, expect, it } from 'vitest';
import { Sessions, sameText } from '../../src/web/session.ts';
import { TestClock } from './test-clock.ts';

const sessionsAt = (port: number, secure = false) =>
  new Sessions(new TestClock(), { port, secure });
const sessions = sessionsAt(8480);
const issued = sessions.issue('guest');
const [cookie = ''] = issued.setCookie.split(';', 1);

describe('a session', () => {
  it('is read back from its cookie, among others and twice over', () => {
    expect(sessions.read(cookie)).toEqual(issued.session);
    expect(sessions.read(`a=b; ${cookie}; c=d`)).toEqual(issued.session);
    expect(sessions.read(`stockhand-8480=forged; ${cookie}`)).toEqual(issued.session);
  });

  it('fault 109: is no other when one character of its cookie differs', () => {
    for (let index = 'stockhand-8480='.length; index < cookie.length; index += 1) {
      const other = cookie[index] === 'A' ? 'B' : 'A';
      const changed = cookie.slice(0, index) + other + cookie.slice(index + 1);
      expect(sessions.read(changed)).toBeUndefined();
    }
  });

  it.each([
    undefined,
    '',
    'stockhand-8480',
    'stockhand-8480=',
    'stockhand-8480=user',
    'stockhand-8480=user.99999999999.x.',
    'stockhand-8480=guest.Infinity.x.y',
    cookie.replace('guest', 'user'),
    cookie.replace('stockhand', 'Stockhand'),
  ])('fault 109: is none in %s', (header) => {
    expect(sessions.read(header)).toBeUndefined();
  });

  it('stays beside that of another daemon on the same machine', () => {
    const name = ({ setCookie }: typeof issued) => setCookie.split('=', 1)[0];
    expect(name(sessionsAt(8490).issue('guest'))).not.toBe(name(issued));
  });

  it('ends with the process that gave it', () => {
    expect(sessionsAt(8480).read(cookie)).toBeUndefined();
  });

  it('is marked for TLS only where there is TLS', () => {
    expect(issued.setCookie).not.toContain('Secure');
    expect(sessionsAt(8480, true).issue('user').setCookie).toContain('; Secure');
  });
});

describe('the comparison of two texts', () => {
  it('takes texts of any length', () => {
    expect(sameText('', '')).toBe(true);
    expect(sameText('a', 'a'.repeat(100_000))).toBe(false);
    expect(sameText('ä', 'ä')).toBe(true);
  });
});
