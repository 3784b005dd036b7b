import type { Language } from '../config/declaration.ts';
import type { OwnHosts } from './guard.ts';
import { type Html, html } from './html.ts';
import { words } from './words.ts';

interface DocumentHead {
  readonly language: Language;
  /** Given to the page's script, which sends it with every action (fault 108). */
  readonly token?: string;
  readonly title?: string;
}

/** The frame of every page: no inline style or script, as the content security policy demands (fault 110). */
export function document({ language, token, title }: DocumentHead, body: Html): string {
  const name = words[language].title;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${token === undefined ? undefined : html`<meta name="stockhand-token" content="${token}">`}
<title>${title === undefined ? name : `${title} · ${name}`}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/base.css">
<link rel="stylesheet" href="/panels.css">
<link rel="stylesheet" href="/lists.css">
${token === undefined ? undefined : html`<script type="module" src="/page.js"></script>`}
</head>
<body>
${body}
</body>
</html>
`;
  return page.toString();
}

/** The log-in page; `failure` says why it is shown again. */
export function loginPage(language: Language, failure?: string): string {
  const text = words[language];
  return document(
    { language, title: text.login },
    html`<main class="gate">
<h1>${text.title}</h1>
<form method="post" action="/login">
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${
      failure === undefined ? undefined : html` aria-describedby="failure" aria-invalid="true"`
    }>
${failure === undefined ? undefined : html`<p id="failure" class="failure" role="alert">${failure}</p>`}
<button type="submit">${text.login}</button>
</form>
</main>`,
  );
}

/**
 * Says why the page is not shown under this address, and where it is, instead of a bare "host check error" (fault 107).
 */
export function wrongHostPage(asked: string, own: OwnHosts): string {
  const { scheme, names } = own;
  const [name] = names;
  const right = [...names].map((name) => `${scheme}://${name}/`);
  return document(
    { language: 'en', title: 'Another address' },
    html`<main class="gate">
<h1>This page has another address</h1>
<p>You asked for <code>${asked}</code>. Stockhand answers only under its own addresses, because a web page on the internet
could otherwise borrow your browser to read and change what is here.</p>
<p>Open one of these instead:</p>
<ul>${right.map((address) => html`<li><a href="${address}">${address}</a></li>`)}</ul>
${ofEveryAddress(own)}
<p>Do you reach it through a proxy? Let the proxy send <code>Host: ${name}</code> and
<code>Origin: ${scheme}://${name}</code>. Without that Origin the page is shown, but nobody can log in or change anything.</p>
</main>`,
  );
}

/** Where the page is bound to every address: what else it answers to, and how it gets another name. */
function ofEveryAddress({ anyAddressAtPort: port }: OwnHosts): Html | undefined {
  if (port === undefined) return undefined;
  return html`<p>Any IP address of this computer opens it, too, with the port ${port}. A full domain name does so only where the
configuration names it, as <code>status: { listen: "stockhand.firma.example:${port}" }</code>; then it is the one address of the page.</p>`;
}
