const refreshMs = 2000;
const shown = 25;

const find = (id) => document.getElementById(id);

async function control(method, path, body) {
  const answer = await fetch(`/sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const content = text === '' ? undefined : JSON.parse(text);
  if (!answer.ok) throw new Error(content?.detail ?? `status ${answer.status}`);
  return content;
}

/** Does something the user asked for and shows at once what it changed. */
async function act(work) {
  find('message').textContent = '';
  try {
    await work();
    await refresh();
  } catch (error) {
    find('message').textContent = error.message;
  }
}

const drawn = new Map();

/** Draws only what has changed: a button that is about to be clicked, or has the focus, stays where it is. */
function draw(id, content, nodes) {
  const text = JSON.stringify(content);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  find(id).replaceChildren(...nodes());
}

function cell(content, className) {
  const element = document.createElement('td');
  if (className) element.className = className;
  element.append(content ?? '');
  return element;
}

function row(...cells) {
  const element = document.createElement('tr');
  element.append(...cells);
  return element;
}

function rows(id, items, toRow) {
  draw(id, items, () => (items.length > 0 ? items.map(toRow) : [nothing(id)]));
}

function nothing(id) {
  const element = row(cell('nothing yet'));
  element.className = 'none';
  element.firstChild.colSpan = find(id).closest('table').querySelectorAll('th').length;
  return element;
}

function button(text, work) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', () => act(work));
  return element;
}

/** The time of day; the whole instant when pointed at. */
function time(instant) {
  const element = document.createElement('time');
  element.dateTime = instant;
  element.title = instant;
  element.textContent = instant.slice(11, 19);
  return element;
}

function pairs(id, numbers) {
  draw(id, numbers, () =>
    Object.entries(numbers).map(([name, value]) => {
      const pair = document.createElement('div');
      const term = document.createElement('dt');
      const number = document.createElement('dd');
      term.textContent = name;
      number.textContent = String(value);
      pair.append(term, number);
      return pair;
    }),
  );
}

function showFacts(facts) {
  find('time').textContent =
    `${facts.now.slice(0, 19).replace('T', ' ')} UTC, ${facts.speed}× wall time`;
  pairs('facts', {
    products: facts.products,
    'deleted products': facts.deletedProducts,
    orders: facts.orders,
    ...facts.ordersByStatus,
    'webhook endpoints': facts.endpoints,
    'deliveries waiting': facts.pendingDeliveries,
    'weather rules': facts.weather,
  });
  pairs('totals', facts.ledger);
  find('more').textContent = facts.products > shown ? `The first ${shown} are shown.` : '';
}

function showWeather({ rules, storms, kinds }) {
  const blowing = storms.filter((storm) => rulesOf(rules, storm).length > 0);
  draw('storms', [storms, blowing, rules.length > 0], () => [
    ...storms.map((storm) => stormSwitch(storm, blowing.includes(storm))),
    button('good weather', () => control('DELETE', 'weather')),
  ]);
  draw('kinds', kinds, () => kinds.map((kind) => new Option(kind)));
  draw('rules', rules, () => rules.map(ruleItem));
}

function rulesOf(rules, storm) {
  return rules.filter(({ name }) => name === storm || name?.startsWith(`${storm}:`));
}

function stormSwitch(storm, isOn) {
  const element = button(storm, async () => {
    if (!isOn) return control('POST', 'weather', { storm });
    const { rules } = await control('GET', 'weather');
    for (const { id } of rulesOf(rules, storm)) await control('DELETE', `weather/${id}`);
  });
  element.setAttribute('aria-pressed', String(isOn));
  return element;
}

function ruleItem(rule) {
  const item = document.createElement('li');
  const where = [rule.method, rule.path].filter(Boolean).join(' ') || 'every path';
  const often = [
    rule.count === undefined ? '' : `the next ${rule.count}`,
    rule.probability === undefined ? '' : `${Math.round(rule.probability * 100)}%`,
  ].filter(Boolean);
  const which = [where, ...often].join(', ');
  item.append(`${rule.name ?? rule.kind} (${which}): hit ${rule.hits} times `);
  item.append(button('end', () => control('DELETE', `weather/${rule.id}`)));
  return item;
}

const portalVerbs = {
  PLACED: ['cancel'],
  ACCEPTED: ['prepare', 'amend', 'cancel'],
  PREPARING: ['amend', 'cancel'],
  DISPATCHED: ['deliver'],
  DELIVERED: [],
  REJECTED: [],
  CANCELLED: [],
};

function verbsOf(order) {
  const sale = order.origin === 'counterSale' && order.status === 'DELIVERED';
  return [
    ...(order.hidden || order.amendmentStatus ? ['confirm'] : []),
    ...(portalVerbs[order.status] ?? []).filter(
      (verb) => !order.amendmentStatus || verb !== 'amend',
    ),
    ...(order.origin === 'buyer' || order.status === 'CANCELLED' ? [] : ['edit']),
    ...(order.paymentStatus === 'PAID' ? [] : ['pay']),
    ...(sale ? ['annul', 'correct'] : []),
  ];
}

const verbBodies = { pay: { paymentStatus: 'PAID' }, annul: { voidReason: 'Annulled by hand' } };

function orderRow(order) {
  const verbs = document.createElement('span');
  for (const verb of verbsOf(order)) {
    const body = verbBodies[verb] ?? {};
    verbs.append(button(verb, () => control('POST', `orders/${order.id}/${verb}`, body)));
  }
  const state = [order.status, order.amendmentStatus, order.hidden].filter(Boolean).join(', ');
  return row(
    cell(String(order.id)),
    cell(order.customerName, 'text'),
    cell(state),
    cell(`${order.grossTotal} ${order.currency}`, 'number'),
    cell(order.paymentStatus),
    cell(time(order.updatedAt)),
    cell(verbs),
  );
}

function productRow(product) {
  const path = `products/${encodeURIComponent(product.externalId)}/unpublish`;
  const status = product.isActive ? 'active' : 'hidden';
  return row(
    cell(product.externalId),
    cell(product.name, 'text'),
    cell(product.availableQty === undefined ? 'unlimited' : String(product.availableQty), 'number'),
    cell(product.deleted ? 'deleted' : status),
    cell(product.deleted ? '' : button('unpublish', () => control('POST', path, {}))),
  );
}

function ledgerRow(entry) {
  const effects = entry.effects.map(
    (effect) => `${effect.kind} ${effect.externalId ?? effect.orderId ?? ''}`,
  );
  const remarks = [entry.weather, entry.replayed ? 'replayed' : '', ...entry.warnings];
  const refused = entry.status === 0 || entry.status >= 400;
  const type = entry.answer?.type ?? '';
  return row(
    cell(time(entry.at)),
    cell(`${entry.method} ${entry.path}`, 'text'),
    cell(`${entry.status === 0 ? 'none' : entry.status} ${type}`, refused ? 'refused' : ''),
    cell(
      effects.slice(0, 5).join(', ') + (effects.length > 5 ? ` … (${effects.length})` : ''),
      'text',
    ),
    cell(remarks.filter(Boolean).slice(0, 3).join('; '), 'text remark'),
  );
}

function showDeliveries({ items, endpoints }) {
  const urls = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const known = items.map((delivery) => ({ ...delivery, endpoint: urls.get(delivery.endpointId) }));
  rows('deliveries', known, ({ endpoint, ...delivery }) =>
    row(
      cell(delivery.event),
      cell(`${endpoint?.url ?? delivery.endpointId} (${endpoint?.status ?? 'gone'})`, 'text'),
      cell(delivery.status, delivery.status === 'FAILED' ? 'refused' : ''),
      cell(String(delivery.attempts), 'number'),
      cell(`${delivery.responseStatus ?? ''} ${delivery.responseExcerpt ?? ''}`, 'text'),
    ),
  );
}

async function refresh() {
  showFacts(await control('GET', 'facts'));
  showWeather(await control('GET', 'weather'));
  rows('orders', (await control('GET', `orders?limit=${shown}`)).items, orderRow);
  rows('products', (await control('GET', `products?limit=${shown}`)).items, productRow);
  rows('ledger', (await control('GET', `ledger?last=${shown}`)).entries.reverse(), ledgerRow);
  showDeliveries(await control('GET', `deliveries?limit=${shown}`));
}

/** Sends a form's fields to the control API instead of leaving the page. */
function onSubmit(id, work) {
  find(id).addEventListener('submit', (event) => {
    event.preventDefault();
    const wanted = new FormData(event.target);
    void act(() => work(wanted));
  });
}

onSubmit('place', (wanted) =>
  control('POST', 'orders', {
    count: Number(wanted.get('count')),
    origin: wanted.get('origin'),
    hostile: wanted.get('hostile') === 'on',
  }),
);

onSubmit('invent', (wanted) => control('POST', 'products', { count: Number(wanted.get('count')) }));

onSubmit('clock', (wanted) =>
  control('POST', 'clock', {
    speed: Number(wanted.get('speed')),
    advanceSeconds: Number(wanted.get('advanceSeconds')),
  }),
);

onSubmit('rule', (wanted) => {
  const [path, count] = [wanted.get('path'), wanted.get('count')];
  return control('POST', 'weather', {
    kind: wanted.get('kind'),
    ...(path === '' ? {} : { path }),
    ...(count === '' ? {} : { count: Number(count) }),
  });
});

let silent = false;

/** One look after the other, never two at once; a sandbox that has stopped is asked again. */
async function watch() {
  try {
    if (!document.hidden) await refresh();
    if (silent) find('message').textContent = '';
    silent = false;
  } catch (error) {
    silent = true;
    find('message').textContent = `The sandbox does not answer: ${error.message}`;
  }
  setTimeout(() => void watch(), refreshMs);
}

void watch();
