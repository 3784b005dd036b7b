import type { HttpAnswer, Verdict } from '../../domain/exchange.ts';
import type { RunRow } from '../../store/runs.ts';
import type { EngineDeps } from '../terms/ports.ts';

type SessionDeps = Pick<EngineDeps, 'store' | 'clock' | 'calls' | 'config' | 'send' | 'nudge'>;

/**
 * Sync sessions around large imports (spec "Sync session", fault 132). They are a courtesy: nothing ever waits for one,
 * and an import opens at most one, whatever becomes of it.
 */
export interface SessionKeeper {
  /** Ends what was open when the program ended. */
  start(): void;
  /** A run's books changed while it is being sent. */
  noted(run: RunRow): void;
  /** True for a short while after an import, so that `run --once` sees its session end. */
  isBusy(): boolean;
}

/** For `run --once`; what is open after it is ended by the next start. */
const patienceMs = 10_000;
const answerMax = 500;

export function createSessionKeeper(deps: SessionDeps): SessionKeeper {
  const { store, clock } = deps;
  let calls = 0;
  let calledAtMs = 0;
  const send = async (call: Parameters<SessionDeps['send']>[0]): Promise<Verdict> => {
    calls += 1;
    calledAtMs = clock.monotonic();
    const verdict = await deps.send(call);
    calls -= 1;
    deps.nudge();
    return verdict;
  };
  const end = (run: number): void => void endSession(deps, run, send);

  return {
    start() {
      for (const { run, state } of store.sessions.open()) {
        if (state !== 'STARTING') end(run);
        // It may have been opened. Starting has no idempotency key, so another try might open a second one.
        else store.sessions.set(run, { state: 'UNKNOWN', endedAt: clock.now() });
      }
    },
    noted(run) {
      const isLarge = run.waiting >= deps.config.sessionFrom;
      if (!isAtEnd(run) && isLarge) void startSession(deps, run, send).then(() => endOver(run.id));
      for (const open of store.sessions.open()) {
        const isOver = open.run < run.id || (open.run === run.id && isAtEnd(run));
        if (open.source === run.source && isOver && open.state === 'RUNNING') end(open.run);
      }
    },
    isBusy: () => calls > 0 && clock.monotonic() - calledAtMs < patienceMs,
  };

  /** The import may have ended before its session had begun. */
  function endOver(run: number): void {
    const row = store.runs.get(run);
    const newest = row && store.runs.newest(row.source);
    const isOver = (row && isAtEnd(row)) || newest?.id !== run;
    if (isOver && store.sessions.get(run)?.state === 'RUNNING') end(run);
  }
}

/** Of a refused file nothing more is sent, whatever waits of when it was read before. */
function isAtEnd({ final, refused }: RunRow): boolean {
  return final === 1 || refused !== null;
}

type Send = SessionDeps['send'];

/** Stored before it is sent; if the outcome is not known it is not tried again. */
async function startSession(deps: SessionDeps, run: RunRow, send: Send): Promise<void> {
  const { store, clock, calls, config } = deps;
  const { id, source, waiting: items } = run;
  if (!store.sessions.begin({ run: id, source, items, at: clock.now() })) return;
  const { integrationType, direction } = config;
  const call = calls.sessions.start({ integrationType, direction, totalItems: items });
  const verdict = await send({ lane: 'background', ...call });
  if (verdict.kind === 'stopped') return;
  const at = clock.now();
  if (verdict.kind !== 'answered') {
    const answer = 'Whether it was opened is not known; the import continues without one.';
    store.sessions.set(id, { state: 'UNKNOWN', answer, endedAt: at });
    return;
  }
  if (verdict.answer.status >= 300) {
    const answer = refusalText(verdict.answer);
    store.sessions.set(id, { state: 'REFUSED', answer, endedAt: at });
    const text = `The marketplace opened no sync session (${answer}); the import continues.`;
    store.events.add(at, source, text);
    return;
  }
  const started = calls.sessions.started(verdict.answer.body);
  if ('value' in started)
    store.sessions.set(id, { state: 'RUNNING', sessionId: started.value.sessionId });
  else store.sessions.set(id, { state: 'UNKNOWN', answer: started.fault, endedAt: at });
}

/**
 * Ending twice does no harm: the session is COMPLETED either way, so it is sent until it is answered. After a refusal
 * (it expired there, say) it may still be RUNNING, and is not called ended.
 */
async function endSession(deps: SessionDeps, run: number, send: Send): Promise<void> {
  const { store, clock, calls } = deps;
  const { session_id: id, source = '' } = store.sessions.get(run) ?? {};
  store.sessions.set(run, { state: 'ENDING' });
  const call = id == null ? undefined : calls.sessions.end(id);
  const verdict =
    call === undefined ? undefined : await send({ lane: 'background', ...call, repeatable: true });
  if (verdict?.kind === 'stopped') return;
  const answer = answerText(verdict);
  const isEnded = verdict?.kind === 'answered' && verdict.answer.status < 300;
  const at = clock.now();
  store.sessions.set(run, { state: isEnded ? 'ENDED' : 'UNKNOWN', answer, endedAt: at });
  const text = `The marketplace did not end its sync session (${answer}); the import is complete without that.`;
  if (!isEnded) store.events.add(at, source, text);
}

function answerText(verdict: Exclude<Verdict, { kind: 'stopped' }> | undefined): string {
  if (verdict === undefined) return 'its id cannot be part of an address';
  if (!('answer' in verdict)) return 'no answer';
  const { status, body } = verdict.answer;
  const text = status < 300 ? Buffer.from(body).toString('utf8') : refusalText(verdict.answer);
  return text.slice(0, answerMax);
}

function refusalText({ status, problem }: HttpAnswer): string {
  return `${status} ${problem?.type ?? ''} ${problem?.detail ?? ''}`.trim().slice(0, answerMax);
}
