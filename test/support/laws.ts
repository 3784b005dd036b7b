import type { OrderFile } from './erp.ts';
import type { LedgerEntry } from './market.ts';

/**
 * What must hold of the marketplace's ledger however often the program was killed, read without a look at the program:
 * one effect for each wish, and the same bytes under the same key (invariants I3 and I4). Answers what is broken.
 */
export function brokenInLedger(ledger: readonly LedgerEntry[]): string[] {
  return [
    ...ledger.flatMap(({ seq, warnings }) => warnings.map((warning) => `${seq}: ${warning}`)),
    ...ledger
      .filter(isKeyReused)
      .map(({ seq, path }) => `${seq}: the key is known for another ${path}`),
    ...otherBytes(ledger),
    ...repeated(ledger),
    ...secondKeys(ledger),
  ];
}

function isKeyReused({ answer }: LedgerEntry): boolean {
  return JSON.stringify(answer ?? '').includes('"IDEMPOTENCY_KEY_REUSED"');
}

function otherBytes(ledger: readonly LedgerEntry[]): string[] {
  const sent = new Map<string, string>();
  return ledger.flatMap(({ seq, key, method, path, ifMatch, bytes, body }) => {
    if (key === null) return [];
    const request = JSON.stringify([method, path, ifMatch, bytes, body]);
    const before = sent.get(key) ?? request;
    sent.set(key, request);
    return before === request ? [] : [`${seq}: key ${key} with other bytes: ${before} ${request}`];
  });
}

/** Nothing is created twice, and no order is accepted, rejected, dispatched or cancelled twice. */
function repeated(ledger: readonly LedgerEntry[]): string[] {
  const once = /^(productCreated|orderAccepted|orderRejected|orderDispatched|orderCancelled)$/;
  const seen = new Set<string>();
  return ledger.flatMap(({ seq, effects }) =>
    effects.flatMap(({ kind, externalId, orderId }) => {
      const effect = `${kind} ${externalId ?? orderId}`;
      const isSecond = once.test(kind) && seen.has(effect);
      seen.add(effect);
      return isSecond ? [`${seq}: ${effect} again`] : [];
    }),
  );
}

/** A command has one key for its whole life; in these scenes an order gets each action from one command at most. */
function secondKeys(ledger: readonly LedgerEntry[]): string[] {
  const actions = ledger.filter(({ path }) => /\/orders\/\d+\/\w+$/.test(path));
  const keys = new Map(actions.toReversed().map(({ path, key }) => [path, key]));
  return actions
    .filter(({ path, key }) => keys.get(path) !== key)
    .map(({ seq, path, key }) => `${seq}: ${path} with a second key ${key}`);
}

/** What must hold of all order files that the ERP ever saw: one for each version, in sequence without gaps (I2). */
export function brokenInOutbox(files: readonly OrderFile[]): string[] {
  const bySequence = files.toSorted((a, b) => a.sequence - b.sequence);
  const versions = files.map(({ orderId, version }) => `${orderId} ${version}`);
  return [
    ...bySequence.flatMap(({ sequence, name }, index) =>
      sequence === index + 1 ? [] : [`${name} is number ${index + 1}`],
    ),
    ...versions.filter((version, index) => versions.indexOf(version) !== index),
    ...files.filter((file) => !isConsistent(file)).map(({ name }) => `${name} contradicts itself`),
  ];
}

function isConsistent({ name, sequence, orderId, version, summary, detail }: OrderFile): boolean {
  const prefix = `${String(sequence).padStart(9, '0')}-${orderId}-`;
  const isOne = summary.version === version && detail.order.version === version;
  return isOne && name.startsWith(prefix);
}
