import { describe, expect, it } from 'vitest';
import { adviceFor, plainWords } from '../../src/alerts/mail-advice.ts';

describe('a mail server that cannot be reached or says no', () => {
  it.each([
    ['Invalid login: 535 5.7.8 Authentication credentials invalid', '%40'],
    ['Mail command failed: 530 5.7.0 Authentication required', 'user:password@'],
    ['certificate has expired', 'clock of this machine'],
    ['self-signed certificate', 'marketplace.ca'],
    [
      "Hostname/IP does not match certificate's altnames: Host: mail",
      'Write the name of the server',
    ],
    ['wrong version number', 'smtp://'],
    [
      'Greeting never received',
      'sends nothing: check whether it works. If it begins the connection with TLS',
    ],
    ['TLS handshake timed out', 'sends nothing: check whether it works, and check its port'],
    [
      'Error upgrading connection with STARTTLS: 454 TLS not available',
      'never sent without encryption',
    ],
    ['getaddrinfo ENOTFOUND mail.nowhere.invalid', 'name of the server'],
    ['connect ECONNREFUSED 127.0.0.1:23999', 'firewall'],
  ])('%s: says what to do', (said, words) => {
    expect(adviceFor(said)).toContain(words);
  });

  it('is left to its own words where these say it', () => {
    expect(adviceFor('Message failed: 552 mailbox is full')).toBeUndefined();
  });

  it('is told without the source files of OpenSSL', () => {
    const said =
      '80BC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/ssl3_record.c:350:\n';
    expect(plainWords(said)).toBe('wrong version number');
  });
});
