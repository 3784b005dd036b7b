/** What the words of a server, of nodemailer or of OpenSSL mean for whoever wrote `alerts.mail.smtp`. */
const advice: readonly (readonly [said: RegExp, doThis: string])[] = [
  [
    /Invalid login/,
    'See the user and the password in alerts.mail.smtp: @ is written %40 there, : is %3A, / is %2F and % is %25.',
  ],
  [/Authentication required/i, 'Write the user and the password: smtps://user:password@host.'],
  [
    /certificate (?:has expired|is not yet valid)/,
    'See the clock of this machine; where it is right, whoever runs the mail server puts a certificate there that is valid today.',
  ],
  [
    /certificate|altnames/i,
    "Write the server by the name that its certificate has; the root of a company's own certificates goes into marketplace.ca.",
  ],
  [
    /wrong version number/,
    'The server does not begin with TLS: write smtp:// and its port, mostly 587, or smtps:// and port 465.',
  ],
  // A server that begins with TLS waits for the client, so it is silent in the same way.
  [
    /Greeting never received/,
    'The server takes the connection and says nothing: see whether it works, and where it begins with TLS, write smtps:// and its port, mostly 465.',
  ],
  [
    /TLS handshake timed out/,
    'The server takes the connection and says nothing: see whether it works, and its port in alerts.mail.smtp.',
  ],
  [
    /STARTTLS/,
    'The server offers no TLS, and a password never goes over an open line: write smtps:// and its port, mostly 465, or leave user and password out.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'See the name of the server in alerts.mail.smtp.'],
  [
    /ECONNREFUSED|ETIMEDOUT|Connection timeout/,
    'See name and port of the server in alerts.mail.smtp, and whether a firewall lets this machine through.',
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
