/**
 * Keeps the page as the facts are. It asks every two seconds, draws what has changed and sends what the person clicks.
 */
import { confirmForm, element, eventItem, needItem, panelBox, runRow } from './draw.js';
import { drawParts } from './parts.js';

const askEveryMs = 2_000;
/** Of a hidden page only the title is seen. */
const askHiddenEveryMs = 30_000;
/** The daemon answers within 5 s. One that hangs answers never, and nobody must see its last state as that of now. */
const answerMaxMs = 10_000;
let token = document.querySelector('meta[name="stockhand-token"]')?.content ?? '';
const at = (id) => document.getElementById(id);

let etag = '';
let words = {};
let version;
let isLoggedOut = false;
let askedMs = 0;

async function ask() {
  const headers = etag === '' ? {} : { 'If-None-Match': etag };
  const signal = AbortSignal.timeout(answerMaxMs);
  const answer = await fetch('/api/page', { headers, cache: 'no-store', signal });
  token = answer.headers.get('X-Stockhand-Token') ?? token;
  tellLogin(answer.status === 401);
  if (answer.status === 304 || isLoggedOut) return;
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  etag = answer.headers.get('ETag') ?? '';
  draw(await answer.json());
}

function draw(view) {
  // A newer program may have another script, and another language other headings, so the page is loaded again.
  const isNewer = version !== undefined && version !== view.version;
  if (isNewer || view.language !== document.documentElement.lang) location.reload();
  version = view.version;
  words = view.words;
  at('state').className = `state tone-${view.tone}`;
  write('word', view.word);
  write('since', view.since.text);
  at('since').dateTime = view.since.at;
  write('sentence', view.sentence);
  document.title = `${view.word} · ${words.title}`;
  at('sandbox').hidden = !view.sandbox;
  drawParts(at('panels'), view.panels, (panel) => panelBox(panel, words, act));
  drawParts(at('needs'), view.needsYou, (need) => needItem(need, words, act));
  drawParts(at('retry-all'), parkedIn(view), retryAll);
  drawParts(at('runs'), view.runs, runRow);
  drawParts(at('events'), view.events, eventItem);
  at('needs-none').hidden = view.needsYou.length > 0;
  at('runs-none').hidden = view.runs.length > 0;
  at('runs-box').hidden = view.runs.length === 0;
  at('events-none').hidden = view.events.length > 0;
}

/** Tells a log-out once, when it comes. Whoever logs in again in another tab is logged in here, too. */
function tellLogin(isOut) {
  if (isOut === isLoggedOut) return;
  isLoggedOut = isOut;
  at('notice').hidden = true;
  if (!isOut) return;
  notice(words.loginAgain, true);
  fade(words.loginAgain);
}

/** Tells that nothing answers, and forgets what a button met meanwhile. */
function tellLost(isLost) {
  if (at('lost').hidden !== isLost) return;
  at('lost').hidden = !isLost;
  if (isLost) fade(at('lost').textContent);
  else if (at('notice').textContent === words.lost) at('notice').hidden = true;
}

/** The state is unknown until it is drawn again, also in the title: of a page in the background it is all that is seen. */
function fade(title) {
  etag = '';
  at('state').className = 'state tone-off';
  document.title = title;
}

function write(id, text) {
  const place = at(id);
  if (place.textContent !== text) place.textContent = text;
}

function parkedIn({ parked }) {
  return parked > 0 ? [{ id: 'retry-all', number: parked }] : [];
}

function retryAll({ number }) {
  return confirmForm({
    id: 'retry-number',
    label: words.typeNumberRetry,
    number,
    button: words.retryAll,
    submit: (button, typed) => act(button, 'retry', { all: true, typed }),
  });
}

/**
 * Asks the daemon to do something and says what came of it. The button is never `disabled`: it would lose its focus.
 */
async function act(button, name, args) {
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  // What an earlier action came to is not what comes of this one.
  if (!isLoggedOut) at('notice').hidden = true;
  try {
    const answer = await fetch(`/api/actions/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Stockhand-Token': token },
      body: JSON.stringify(args),
    });
    const said = await answer.json();
    if (answer.ok && said.sentence === undefined) notice(words.done);
    else if (answer.ok) notice(said.sentence, false, 'en');
    else if (answer.status !== 401) notice(refusal(said), true, 'en');
    await ask();
  } catch {
    tellLost(true);
    notice(words.lost, true);
  } finally {
    button.ariaDisabled = 'false';
  }
}

/** @param lang of a sentence of the program: the page's own words are in the page's language */
function notice(text, refused = false, lang = document.documentElement.lang) {
  const place = at('notice');
  place.lang = lang;
  place.className = refused ? 'notice refused' : 'notice';
  place.textContent = text;
  place.hidden = false;
}

function refusal({ message, remedy }) {
  return [message, remedy].filter(Boolean).join(' ');
}

async function lookUp(event) {
  event.preventDefault();
  const kind = at('why-kind').value;
  const typed = at('why-text').value;
  try {
    // A blank at an end may belong to the number; mostly it was only copied with it.
    for (const text of new Set([typed, typed.trim()])) if (await showStory(kind, text)) break;
  } catch {
    at('why-answer').replaceChildren(words.lost);
  }
}

/** True where the item is known. */
async function showStory(kind, text) {
  const place = at('why-answer');
  const answer = await fetch(`/api/why?${new URLSearchParams({ [kind]: text })}`);
  const said = await answer.json();
  if (!answer.ok) place.replaceChildren(element('span', { lang: 'en' }, refusal(said)));
  else {
    const story = element('p', { class: 'story', lang: 'en' }, said.text);
    place.replaceChildren(story, ...(said.isKnown ? [again(kind, text)] : []));
  }
  return said.isKnown === true;
}

/** What can be done with one item: send it again, or write its order file again. */
function again(kind, text) {
  const button = (label, name, args) =>
    element(
      'button',
      {
        class: 'quiet',
        type: 'button',
        onclick: (event) => act(event.currentTarget, name, args),
      },
      label,
    );
  const retry = button(words.retry, 'retry', { [kind]: text });
  if (kind === 'product') return element('p', {}, retry);
  return element('p', {}, retry, ' ', button(words.reissue, 'reissue', { order: text }));
}

async function follow() {
  for (;;) {
    if (!document.hidden || performance.now() - askedMs >= askHiddenEveryMs) await refresh();
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

async function refresh() {
  askedMs = performance.now();
  try {
    await ask();
    tellLost(false);
  } catch {
    tellLost(true);
  }
}

at('why').addEventListener('submit', lookUp);
at('look-up').hidden = false;
await follow();
