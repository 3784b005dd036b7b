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

function button(text, work) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', () => act(work));
  return element;
}

function showFacts(facts) {
  find('time').textContent = `${facts.now}, ${facts.speed}× wall time`;
  const numbers = {
    products: facts.products,
    'deleted products': facts.deletedProducts,
    orders: facts.orders,
    ...facts.ordersByStatus,
    'webhook endpoints': facts.endpoints,
    'deliveries waiting': facts.pendingDeliveries,
    'weather rules': facts.weather,
    ...facts.ledger,
  };
  find('facts').replaceChildren(
    ...Object.entries(numbers).map(([name, value]) => {
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

function showWeather({ rules, storms }) {
  find('storms').replaceChildren(
    ...storms.map((storm) => button(storm, () => control('POST', 'weather', { storm }))),
    button('good weather', () => control('DELETE', 'weather')),
  );
  find('rules').replaceChildren(
    ...rules.map((rule) => {
      const item = document.createElement('li');
      const where = [rule.method, rule.path].filter(Boolean).join(' ') || 'every request';
      item.append(`${rule.name ?? rule.kind} (${where}): hit ${rule.hits} times `);
      item.append(button('end', () => control('DELETE', `weather/${rule.id}`)));
      return item;
    }),
  );
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
  const confirm = order.hidden || order.amendmentStatus ? ['confirm'] : [];
  const edit = order.origin === 'buyer' ? [] : ['edit'];
  return [...confirm, ...(portalVerbs[order.status] ?? []), ...edit];
}

function showOrders({ items }) {
  find('orders').replaceChildren(
    ...items.map((order) => {
      const verbs = document.createElement('span');
      for (const verb of verbsOf(order)) {
        verbs.append(button(verb, () => control('POST', `orders/${order.id}/${verb}`, {})));
      }
      const state = [order.status, order.amendmentStatus, order.hidden].filter(Boolean).join(', ');
      return row(
        cell(String(order.id)),
        cell(order.customerName),
        cell(state),
        cell(`${order.grossTotal} ${order.currency}`),
        cell(order.updatedAt),
        cell(verbs),
      );
    }),
  );
}

function showProducts({ items }) {
  find('products').replaceChildren(
    ...items.map((product) => {
      const path = `products/${encodeURIComponent(product.externalId)}/unpublish`;
      const status = product.isActive ? 'active' : 'hidden';
      return row(
        cell(product.externalId),
        cell(product.name),
        cell(product.availableQty === undefined ? 'unlimited' : String(product.availableQty)),
        cell(product.deleted ? 'deleted' : status),
        cell(product.deleted ? '' : button('unpublish', () => control('POST', path, {}))),
      );
    }),
  );
}

function showLedger({ entries }) {
  find('ledger').replaceChildren(
    ...entries.reverse().map((entry) => {
      const effects = entry.effects.map(
        (effect) => `${effect.kind} ${effect.externalId ?? effect.orderId ?? ''}`,
      );
      const remarks = [entry.weather, entry.replayed ? 'replayed' : '', ...entry.warnings];
      const refused = entry.status === 0 || entry.status >= 400;
      const type = entry.answer?.type ?? '';
      return row(
        cell(entry.at),
        cell(`${entry.method} ${entry.path}`),
        cell(`${entry.status === 0 ? 'none' : entry.status} ${type}`, refused ? 'refused' : ''),
        cell(effects.slice(0, 5).join(', ') + (effects.length > 5 ? ` … (${effects.length})` : '')),
        cell(remarks.filter(Boolean).slice(0, 3).join('; '), 'remark'),
      );
    }),
  );
}

function showDeliveries({ items, endpoints }) {
  const urls = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  find('deliveries').replaceChildren(
    ...items.map((delivery) => {
      const endpoint = urls.get(delivery.endpointId);
      return row(
        cell(delivery.event),
        cell(`${endpoint?.url ?? delivery.endpointId} (${endpoint?.status ?? 'gone'})`),
        cell(delivery.status, delivery.status === 'FAILED' ? 'refused' : ''),
        cell(String(delivery.attempts)),
        cell(`${delivery.responseStatus ?? ''} ${delivery.responseExcerpt ?? ''}`),
      );
    }),
  );
}

async function refresh() {
  showFacts(await control('GET', 'facts'));
  showWeather(await control('GET', 'weather'));
  showOrders(await control('GET', `orders?limit=${shown}`));
  showProducts(await control('GET', `products?limit=${shown}`));
  showLedger(await control('GET', `ledger?last=${shown}`));
  showDeliveries(await control('GET', `deliveries?limit=${shown}`));
}

find('place').addEventListener('submit', (event) => {
  event.preventDefault();
  const wanted = new FormData(event.target);
  void act(() =>
    control('POST', 'orders', {
      count: Number(wanted.get('count')),
      origin: wanted.get('origin'),
      hostile: wanted.get('hostile') === 'on',
    }),
  );
});

find('clock').addEventListener('submit', (event) => {
  event.preventDefault();
  const wanted = new FormData(event.target);
  void act(() =>
    control('POST', 'clock', {
      speed: Number(wanted.get('speed')),
      advanceSeconds: Number(wanted.get('advanceSeconds')),
    }),
  );
});

/** One look after the other, never two at once; a sandbox that has stopped is asked again. */
async function watch() {
  try {
    if (!document.hidden) await refresh();
  } catch (error) {
    find('message').textContent = `The sandbox does not answer: ${error.message}`;
  }
  setTimeout(() => void watch(), refreshMs);
}

void watch();
