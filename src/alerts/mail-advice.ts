/** What the words of a server, of nodemailer or of OpenSSL mean for whoever wrote `alerts.mail.smtp`. */
const advice: readonly (readonly [said: RegExp, doThis: string])[] = [
  [
    /Invalid login/,
    'Check the user and the password in alerts.mail.smtp: @ is written %40 there, : is %3A, / is %2F and % is %25.',
  ],
  [/Authentication required/i, 'Write the user and the password: smtps://user:password@host.'],
  [
    /certificate (?:has expired|is not yet valid)/,
    'Check the clock of this machine. If it is right, the operator of the mail server must install a certificate that is valid today.',
  ],
  [
    /certificate|altnames/i,
    'Write the name of the server as in its certificate. If your company has its own root certificate, name its file in marketplace.ca.',
  ],
  [
    /wrong version number/,
    'The server does not begin the connection with TLS: write smtp:// and its port, usually 587, or smtps:// and port 465.',
  ],
  // A server that begins with TLS waits for the client, so it is silent in the same way.
  [
    /Greeting never received/,
    'The server accepts the connection but sends nothing: check whether it works. If it begins the connection with TLS, write smtps:// and its port, usually 465.',
  ],
  [
    /TLS handshake timed out/,
    'The server accepts the connection but sends nothing: check whether it works, and check its port in alerts.mail.smtp.',
  ],
  [
    /STARTTLS/,
    'The server offers no TLS, and a password is never sent without encryption: write smtps:// and its port, usually 465, or leave out user and password.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'Check the name of the server in alerts.mail.smtp.'],
  [
    /ECONNREFUSED|ETIMEDOUT|Connection timeout/,
    'Check the name and the port of the server in alerts.mail.smtp, and whether a firewall blocks this machine.',
  ],
];

/** A sentence on what to do; undefined where there is only what the server says. */
export function adviceFor(said: string): string | undefined {
  return advice.find(([words]) => words.test(said))?.[1];
}

/** OpenSSL names its own source files around what it says. */
const ofOpenSsl = /^.*:SSL routines:[^:]*:([^:]+):.*$/s;

export function plainWords(said: string): string {
  return said.replace(ofOpenSsl, '$1').replaceAll(/\s+/g, ' ');
}
