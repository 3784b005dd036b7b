import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { addressKey, addressMatcher, authority, isLoopback } from '../../src/web/address.ts';
import { wrongHostPage } from '../../src/web/document.ts';
import { hostIsOwn, ownHosts } from '../../src/web/guard.ts';
import { basicPassword, PasswordDoor } from '../../src/web/password.ts';
import { TestClock } from './test-clock.ts';

describe('addresses', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('fault 100: %s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['192.168.0.1', false],
    ['10.127.0.1', false],
    ['127.evil.example', false],
    ['::', false],
  ])('%s on the loopback: %s', (address, loopback) => {
    expect(isLoopback(address)).toBe(loopback);
  });

  it('fault 105: matches addresses and ranges of both families', () => {
    const matches = addressMatcher(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '2001:db8::1']);
    const yes = ['127.0.0.1', '::ffff:127.0.0.1', '10.255.0.1', 'fd12::9', '2001:db8::1'];
    const no = ['127.0.0.2', '11.0.0.1', 'fe80::1', '2001:db8::2', 'proxy'];
    expect(yes.filter((address) => !matches(address))).toEqual([]);
    expect(no.filter((address) => matches(address))).toEqual([]);
    expect(addressMatcher([])('127.0.0.1')).toBe(false);
  });

  it('writes an IPv6 address in brackets', () => {
    expect(authority('::1', 80)).toBe('[::1]:80');
    expect(authority('localhost', 80)).toBe('localhost:80');
  });
});

describe('the own hosts of the page', () => {
  it('fault 107: leave out the port that the scheme implies', () => {
    const http = ownHosts({ host: '127.0.0.1', port: 80 }, false, 'pc');
    expect([...http.names]).toEqual(expect.arrayContaining(['localhost', '[::1]']));
    const https = ownHosts({ host: 'erp.firma.example', port: 443 }, true, 'pc');
    expect([...https.names]).toEqual(['erp.firma.example:443', 'erp.firma.example']);
    expect([...ownHosts({ host: '::1', port: 8480 }, false, 'pc').names]).not.toContain('[::1]');
  });

  it('fault 107: are the computer name and the loopback where the page is bound to every address', () => {
    for (const host of ['0.0.0.0', '::']) {
      const { names, anyAddressAtPort } = ownHosts({ host, port: 8480 }, true, 'ERP-PC');
      expect([...names]).toEqual(['127.0.0.1:8480', 'localhost:8480', '[::1]:8480', 'erp-pc:8480']);
      expect(anyAddressAtPort).toBe(8480);
    }
  });

  it('where the page is bound to every address, it says which others it answers to and how a domain name is set', () => {
    const shown = (host: string) =>
      wrongHostPage('pc.firma.example:8480', ownHosts({ host, port: 8480 }, true, 'pc'));
    const listen = 'status: { listen: &quot;stockhand.firma.example:8480&quot; }';
    expect(shown('0.0.0.0').replaceAll('"', '&quot;')).toContain(listen);
    expect(shown('0.0.0.0')).toContain('Any IP address of this computer');
    expect(shown('127.0.0.1')).not.toContain('Any IP address');
  });

  it.each([
    [443, '192.168.1.5', true],
    [443, '[fd00::5]', true],
    [443, '192.168.1.5:443', true],
    [443, '192.168.1.5:80', false],
    [443, 'evil.example', false],
    [8480, '192.168.1.5', false],
    [8480, '192.168.1.5:8480', true],
  ])('fault 107: at port %i of every address, %s is own: %s', (port, host, isOwn) => {
    const own = ownHosts({ host: '0.0.0.0', port }, true, 'pc');
    const request = { rawHeaders: ['Host', host] } as IncomingMessage;
    expect(hostIsOwn(request, own)).toBe(isOwn);
  });
});

describe('the password', () => {
  it('fault 109: is guessed by no crowd: at most a thousand addresses try', () => {
    const clock = new TestClock();
    const door = new PasswordDoor(clock, new Secret('right'));
    for (let index = 0; index < 1_000; index += 1) {
      expect(door.judge(`10.0.${index >> 8}.${index & 255}`, 'guess')).toBe('wrong');
    }
    expect(door.judge('10.9.9.9', 'right')).toBe('later');
    clock.advance(300_000);
    expect(door.judge('10.9.9.9', 'right')).toBe('open');
  });

  it('fault 109: a right one forgets the wrong ones of its address', () => {
    const door = new PasswordDoor(new TestClock(), new Secret('right'));
    for (let round = 0; round < 3; round += 1) {
      for (const guess of ['a', 'b', 'c', 'd']) {
        expect(door.judge('::1', guess)).toBe('wrong');
      }
      expect(door.judge('::1', 'right')).toBe('open');
    }
  });

  it('fault 109: a monitor that sends the same old one on and on locks out nobody at its machine', () => {
    const door = new PasswordDoor(new TestClock(), new Secret('right'));
    for (let index = 0; index < 9; index += 1) expect(door.judge('::1', 'old')).toBe('wrong');
    expect(door.judge('::1', 'right')).toBe('open');
  });

  it.each([
    [`Basic ${Buffer.from('user:p:w').toString('base64')}`, 'p:w'],
    [`basic ${Buffer.from(':').toString('base64')}`, ''],
    [`Basic ${Buffer.from('nocolon').toString('base64')}`, undefined],
    ['Basic ', undefined],
    ['Basic !!!', undefined],
    ['Bearer abc', undefined],
    [undefined, undefined],
  ])('reads from %s the password %s', (header, password) => {
    expect(basicPassword(header)).toBe(password);
  });
});
