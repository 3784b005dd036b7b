import { argument } from '../domain/argument.ts';
import { document } from './document.ts';
import { type Html, html } from './html.ts';
import type { PanelView } from './panels.ts';
import type { NeedView, PageView, RunView } from './view.ts';
import type { Words } from './words.ts';

interface ShellOptions {
  readonly token: string;
  /** Whether there is a session that can be ended. */
  readonly canLogOut: boolean;
  /** The configuration, where a command does not find it by itself. */
  readonly file?: string | undefined;
}

/** The whole page as it stands now: readable without JavaScript, and what the script continues from. */
export function shell(view: PageView, { token, canLogOut, file }: ShellOptions): string {
  return document(
    { language: view.language, token },
    html`${topBar(view, canLogOut)}
<main id="main">
${stateSection(view)}
<noscript><p class="note">${view.words.noScript}</p></noscript>
<p id="notice" class="notice" role="alert" hidden></p>
${needsSection(view)}
${flowsSection(view)}
${searchSection(view.words)}
${runsSection(view)}
${eventsSection(view)}
</main>
<footer><p>${view.words.title} ${view.version}</p>${
      file && html`<p>${view.words.addition} <code>--config ${argument(file)}</code></p>`
    }</footer>`,
  );
}

function topBar({ words, sandbox }: PageView, canLogOut: boolean): Html {
  return html`<header class="top">
<p class="brand"><img src="/icon.svg" alt="" width="28" height="28"> ${words.title}</p>
<p class="sandbox" id="sandbox"${hidden(!sandbox)}>${words.sandbox}</p>
${canLogOut ? html`<form method="post" action="/logout"><button class="quiet">${words.logout}</button></form>` : undefined}
</header>`;
}

function stateSection(view: PageView): Html {
  const { words, since } = view;
  return html`<section class="state tone-${view.tone}" id="state" aria-labelledby="sentence">
<p class="word"><span class="dot" aria-hidden="true"></span><b id="word">${view.word}</b>
<span class="since">${words.since} <time id="since" datetime="${since.at}">${since.text}</time></span></p>
<div role="status"><h1 id="sentence">${view.sentence}</h1></div>
<p id="lost" class="failure" role="alert" hidden>${words.lost}</p>
</section>`;
}

function needsSection({ words, needsYou }: PageView): Html {
  return html`<section aria-labelledby="needs-title">
<h2 id="needs-title">${words.needsYou}</h2>
<ul id="needs" class="needs">${needsYou.map((need) => needItem(need, words))}</ul>
<p id="needs-none" class="none"${hidden(needsYou.length > 0)}>${words.nothingNeedsYou}</p>
<div id="retry-all"></div>
</section>`;
}

function needItem(need: NeedView, words: Words): Html {
  const lines = [
    [words.cause, need.cause],
    [words.effect, need.effect],
    [words.fix, need.fix],
  ] as const;
  const filled = lines.filter(([, text]) => text !== '');
  return html`<li class="need"><h3 lang="en">${need.what}</h3>
<dl>${filled.map(([label, text]) => html`<div><dt>${label}</dt><dd lang="en">${text}</dd></div>`)}</dl></li>`;
}

function flowsSection({ words, panels }: PageView): Html {
  return html`<section aria-labelledby="flows-title">
<h2 id="flows-title">${words.flows}</h2>
<div id="panels" class="panels">${panels.map((panel) => panelBox(panel, words))}</div>
</section>`;
}

function panelBox(panel: PanelView, words: Words): Html {
  const { lastSuccess } = panel;
  return html`<article class="panel tone-${panel.tone}"><h3>${panel.title}</h3>
<p class="word"><span class="dot" aria-hidden="true"></span><b>${panel.word}</b></p>
<p class="says"${panel.isEnglish && html` lang="en"`}>${panel.sentence}</p>
${
  lastSuccess &&
  html`<p class="success">${words.lastSuccess} <time datetime="${lastSuccess.at}">${lastSuccess.text}</time></p>`
}
<dl>${panel.details.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></article>`;
}

/** It is hidden until the script shows it, because only the script can ask. */
function searchSection(words: Words): Html {
  return html`<section id="look-up" aria-labelledby="look-up-title" hidden>
<h2 id="look-up-title">${words.search}</h2>
<form id="why" role="search">
<label for="why-kind" class="unseen">${words.search}</label>
<select id="why-kind"><option value="product">${words.product}</option><option value="order">${words.order}</option></select>
<label for="why-text" class="unseen">${words.product} / ${words.order}</label>
<input id="why-text" type="search" maxlength="255" autocomplete="off" spellcheck="false" required>
<button type="submit">${words.ask}</button>
</form>
<p class="hint">${words.searchHint}</p>
<div id="why-answer" aria-live="polite"></div>
</section>`;
}

function runsSection({ words, runs }: PageView): Html {
  const headings = [
    words.run,
    words.source,
    words.file,
    words.read,
    words.unchanged,
    words.sent,
    words.held,
    words.rejected,
    words.skipped,
    words.waiting,
    words.books,
  ];
  return html`<section aria-labelledby="runs-title">
<h2 id="runs-title">${words.runs}</h2>
<p id="runs-none" class="none"${hidden(runs.length > 0)}>${words.noRuns}</p>
<div id="runs-box" class="scroll" tabindex="0" role="group" aria-labelledby="runs-title"${hidden(runs.length === 0)}>
<table><thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody id="runs">${runs.map(runRow)}</tbody></table>
</div>
</section>`;
}

function runRow(run: RunView): Html {
  return html`<tr><th scope="row">${run.run}</th><td>${run.source}</td><td title="SHA-256 ${run.sha256}">${run.file}</td>${run.counts.map(
    (count) => html`<td class="number">${count}</td>`,
  )}<td class="${run.balanced ? 'balanced' : 'unbalanced'}">${run.books}</td></tr>`;
}

function eventsSection({ words, events }: PageView): Html {
  return html`<section aria-labelledby="events-title">
<h2 id="events-title">${words.events}</h2>
<p id="events-none" class="none"${hidden(events.length > 0)}>${words.noEvents}</p>
<ol id="events" class="events">${events.map(
    ({ at, text }) =>
      html`<li><time datetime="${at.at}">${at.text}</time> <span lang="en">${text}</span></li>`,
  )}</ol>
</section>`;
}

function hidden(condition: boolean): Html | undefined {
  return condition ? html` hidden` : undefined;
}
