/** Keeps the page as the facts are: asks every two seconds, draws what has changed, sends what the person clicks. */
import { confirmForm, element, eventItem, needItem, panelBox, runRow, story } from './draw.js';

const askEveryMs = 2_000;
const token = document.querySelector('meta[name="stockhand-token"]')?.content ?? '';
const at = (id) => document.getElementById(id);

/** What stands in each part now, as JSON: a part that is the same is left alone, so that nobody's typing is lost. */
const drawn = new Map();
let etag = '';
let words = {};

async function ask() {
  const headers = etag === '' ? {} : { 'If-None-Match': etag };
  const answer = await fetch('/api/page', { headers, cache: 'no-store' });
  if (answer.status === 304) return;
  if (answer.status === 401) return notice(words.loginAgain, true);
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  etag = answer.headers.get('ETag') ?? '';
  draw(await answer.json());
}

function draw(view) {
  words = view.words;
  at('state').className = `state tone-${view.tone}`;
  write('word', view.word);
  write('since', view.since.text);
  write('sentence', view.sentence);
  document.title = `${view.word} · ${words.title}`;
  at('sandbox').hidden = !view.sandbox;
  drawParts('panels', view.panels, (panel) => panelBox(panel, words, act));
  drawParts('needs', view.needsYou, (need) => needItem(need, words, act));
  drawParts('retry-all', view.parked > 0 ? [view.parked] : [], retryAll);
  drawParts('runs', view.runs, runRow);
  drawParts('events', view.events, eventItem);
  at('needs-none').hidden = view.needsYou.length > 0;
  at('runs-none').hidden = view.runs.length > 0;
  at('runs-box').hidden = view.runs.length === 0;
  at('events-none').hidden = view.events.length > 0;
}

function write(id, text) {
  const place = at(id);
  if (place.textContent !== text) place.textContent = text;
}

/** Draws a list anew where it differs, and keeps each child whose item is the same. */
function drawParts(id, items, make) {
  const place = at(id);
  const before = drawn.get(id);
  const left = [...(before ?? [])];
  const after = items.map((item) => {
    const json = JSON.stringify(item);
    const index = left.findIndex((each) => each.json === json);
    const [same] = index < 0 ? [] : left.splice(index, 1);
    return same ?? { json, node: make(item) };
  });
  drawn.set(id, after);
  const unchanged =
    before?.length === after.length && after.every((each, index) => each === before[index]);
  if (!unchanged) place.replaceChildren(...after.map(({ node }) => node));
}

function retryAll(number) {
  return confirmForm({
    id: 'retry-number',
    label: words.typeNumberRetry,
    number,
    button: words.retryAll,
    submit: (button, typed) => act(button, 'retry', { all: true, typed }),
  });
}

/** Asks the daemon to do something and says what came of it. */
async function act(button, name, args) {
  button.disabled = true;
  try {
    const answer = await fetch(`/api/actions/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Stockhand-Token': token },
      body: JSON.stringify(args),
    });
    const said = await answer.json();
    const text = said.sentence ?? [said.message, said.remedy].filter(Boolean).join(' ');
    notice(text === '' ? words.done : text, !answer.ok);
    await ask();
  } catch {
    notice(words.lost, true);
  } finally {
    button.disabled = false;
  }
}

function notice(text, refused) {
  const place = at('notice');
  place.className = refused ? 'notice refused' : 'notice';
  place.textContent = text;
  place.hidden = false;
}

async function lookUp(event) {
  event.preventDefault();
  const kind = at('why-kind').value;
  const text = at('why-text').value.trim();
  const place = at('why-answer');
  try {
    const answer = await fetch(`/api/why?${new URLSearchParams({ [kind]: text })}`);
    const said = await answer.json();
    if (answer.status === 404) place.replaceChildren(words.nothingFound);
    else if (!answer.ok) place.replaceChildren(said.message);
    else place.replaceChildren(story(said), again(kind, text));
  } catch {
    place.replaceChildren(words.lost);
  }
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
    try {
      // Nobody looks at a hidden page: it asks nothing.
      if (!document.hidden) await ask();
      at('lost').hidden = true;
    } catch {
      at('lost').hidden = false;
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

at('why').addEventListener('submit', lookUp);
at('look-up').hidden = false;
await follow();
