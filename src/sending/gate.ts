/**
 * Holds requests back until a moment, then lets one through to try. The outcome of that try opens the gate, or closes
 * it again.
 */
export interface Gate<Reason> {
  /**
   * Monotonic ms from which one request may pass: 0 while open; Infinity while one tries, or if the gate is closed for
   * good.
   */
  opensAt(): number;
  /** When the wait ends, also while one tries; undefined while open. */
  closedUntil(): number | undefined;
  reason(): Reason | undefined;
  /** If the gate is closed already, the later end counts. `againMs`: the wait after a try that told nothing. */
  close(untilMs: number, why?: { readonly reason: Reason; readonly againMs: number }): void;
  /** A request passes; true if it is the try of a closed gate. */
  enter(): boolean;
  /** The try was served: opens, unless another answer has closed it again meanwhile. */
  pass(): void;
  /** The try told nothing (no answer, given up): the next one tries. */
  leave(nowMs: number): void;
  open(): void;
}

interface Closed<Reason> {
  readonly untilMs: number;
  readonly againMs: number;
  readonly reason: Reason | undefined;
  readonly isTried: boolean;
}

export function createGate<Reason = never>(): Gate<Reason> {
  let closed: Closed<Reason> | undefined;
  return {
    opensAt() {
      if (closed === undefined) return 0;
      return closed.isTried ? Number.POSITIVE_INFINITY : closed.untilMs;
    },
    closedUntil: () => closed?.untilMs,
    reason: () => closed?.reason,
    close(untilMs, why) {
      closed = {
        untilMs: Math.max(untilMs, closed?.untilMs ?? 0),
        againMs: why?.againMs ?? 0,
        reason: why?.reason ?? closed?.reason,
        isTried: false,
      };
    },
    enter() {
      if (closed === undefined) return false;
      closed = { ...closed, isTried: true };
      return true;
    },
    pass() {
      if (closed?.isTried === true) closed = undefined;
    },
    leave(nowMs) {
      if (closed === undefined || !closed.isTried) return;
      closed = { ...closed, isTried: false, untilMs: nowMs + closed.againMs };
    },
    open() {
      closed = undefined;
    },
  };
}
