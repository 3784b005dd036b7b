/**
 * The page's elements. Texts of others arrive here, so text is only ever set as text: there is no place in these
 * files where markup is read from a string (fault 110).
 */

/** An element with properties and children; a child is a node, or a text. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== undefined && value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child) => child !== undefined && child !== ''));
  return made;
}

function moment({ at, text }) {
  return element('time', { datetime: at }, text);
}

function pairs(list, lang) {
  const rows = list.map(({ label, text }) =>
    element('div', {}, element('dt', {}, label), element('dd', { lang }, text)),
  );
  return element('dl', {}, ...rows);
}

function stateWord(word) {
  const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
  return element('p', { class: 'word' }, dot, element('b', {}, word));
}

/** @param act (name, args) => Promise: what a button does */
export function panelBox(panel, words, act) {
  const { toggle, lastSuccess } = panel;
  const button =
    toggle &&
    element(
      'button',
      {
        class: 'quiet',
        type: 'button',
        'aria-label': `${words[toggle.action]}: ${panel.title}`,
        onclick: (event) => act(event.currentTarget, toggle.action, { what: toggle.what }),
      },
      words[toggle.action],
    );
  return element(
    'article',
    { class: `panel tone-${panel.tone}` },
    element('h3', {}, panel.title),
    stateWord(panel.word),
    element('p', { class: 'says', lang: panel.isEnglish && 'en' }, panel.sentence),
    lastSuccess && element('p', { class: 'success' }, `${words.lastSuccess} `, moment(lastSuccess)),
    pairs(panel.details),
    button && element('p', { class: 'actions' }, button),
  );
}

export function needItem(need, words, act) {
  const lines = [
    { label: words.cause, text: need.cause },
    { label: words.effect, text: need.effect },
    { label: words.fix, text: need.fix },
  ];
  const { release } = need;
  return element(
    'li',
    { class: 'need' },
    element('h3', { lang: 'en' }, need.what),
    pairs(
      lines.filter(({ text }) => text !== ''),
      'en',
    ),
    release &&
      confirmForm({
        id: `release-${release.id}`,
        about: need.what,
        label: words.typeNumber,
        number: release.number,
        button: words.release,
        submit: (button, typed) => act(button, 'release', { id: release.id, typed }),
      }),
  );
}

/**
 * A button that first asks for the number that it is about. The server compares it with the number of now (fault 112).
 */
export function confirmForm({ id, about, label, number, button, submit }) {
  const field = element('input', {
    id,
    inputmode: 'numeric',
    autocomplete: 'off',
    required: true,
    pattern: String(number),
    title: String(number),
  });
  const send = element('button', { type: 'submit' }, button);
  return element(
    'form',
    {
      class: 'confirm',
      'aria-label': about,
      onsubmit: (event) => {
        event.preventDefault();
        submit(send, field.value.trim());
      },
    },
    element('label', { for: id }, `${label} `, element('strong', {}, String(number))),
    field,
    send,
  );
}

export function runRow(run) {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, String(run.run)),
    element('td', {}, run.source),
    element('td', { title: `SHA-256 ${run.sha256}` }, run.file),
    ...run.counts.map((count) => element('td', { class: 'number' }, count)),
    element('td', { class: run.balanced ? 'balanced' : 'unbalanced' }, run.books),
  );
}

export function eventItem({ at, text }) {
  return element('li', {}, moment(at), ' ', element('span', { lang: 'en' }, text));
}
