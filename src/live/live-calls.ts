import type { Clock } from '../domain/clock.ts';
import { shownValue } from '../domain/complaint.ts';
import type { HttpOutcome, HttpRequest, Transport } from '../domain/exchange.ts';
import type { Live } from './live.ts';

/** Tells every call with what came of it. */
export function toldCalls(
  wire: Transport,
  { live, clock }: { live: Live; clock: Clock },
): Transport {
  return {
    async send(request, signal) {
      const startedMs = clock.monotonic();
      const outcome = await wire.send(request, signal);
      if (live.isFollowed)
        live.tell('calls', callText(request, outcome, clock.monotonic() - startedMs));
      return outcome;
    },
  };
}

function callText(request: HttpRequest, outcome: HttpOutcome, tookMs: number): string {
  return `${request.method} ${placeOf(request)}: ${endOf(outcome)} (${Math.round(tookMs)} ms)`;
}

/** The address of an upload is its own credential (fault 56). */
function placeOf({ credential, path }: HttpRequest): string {
  return credential === 'none' ? 'upload of a picture' : shownValue(path);
}

function endOf(outcome: HttpOutcome): string {
  if (outcome.kind === 'none') return `no answer: ${shownValue(outcome.detail)}`;
  const { status, problem } = outcome;
  return problem === undefined ? `${status}` : `${status} ${shownValue(problem.type)}`;
}
