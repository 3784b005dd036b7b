import { hasUnread } from './catch-up.ts';
import { waitingMax } from './commands.ts';
import { isAtEnd } from './feed-state.ts';
import type { FlowDeps, Parts } from './parts.ts';

/**
 * Whether anything will still move by itself. What waits for a buyer, a person or a folder that is offline will not:
 * `run --once` ends and lists it. Command files that are not at rest have a wait of their own (pass.ts).
 */
export function isDue(deps: FlowDeps, parts: Parts): boolean {
  const { store } = deps;
  if (!isAtEnd(parts.feed.state())) return true;
  const outboxIsOffline = parts.writing.last().offline !== undefined;
  const { outbox } = store;
  if (!outboxIsOffline && (outbox.pending() > 0 || outbox.staged().length > 0)) return true;
  if (store.lookup.hasUnread()) return true;
  if (hasUnread(deps)) return true;
  if (parts.runner.underWay() > 0) return true;
  if (store.commands.moving(1).length > 0) return true;
  if (store.commands.waiting(waitingMax).some(({ state }) => state === 'NEWER_FILE')) return true;
  const look = parts.runner.last();
  if (look === undefined || look.offline !== undefined) return false;
  return store.commands.unknown(1).length > 0;
}
