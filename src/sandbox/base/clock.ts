/** The sandbox's time: wall time that can run faster and be moved forward, never back. */
export type SandboxClock = {
  nowMs(): number;
  wallMs(): number;
  speed(): number;
  change(change: ClockChange): void;
  /** Called after every change, so that waiting timers can be set again. */
  onChange(listener: () => void): void;
  /** How long to wait in wall time until the sandbox's clock shows `untilMs`. */
  realDelayMs(untilMs: number): number;
};

type ClockChange = { speed?: number | undefined; advanceSeconds?: number | undefined };

type ClockStart = { wallMs: () => number; speed: number; atLeastMs: number };

/** `atLeastMs` is the time a loaded state had reached: the clock continues from there. */
export function createClock({ wallMs, speed, atLeastMs }: ClockStart): SandboxClock {
  const listeners: (() => void)[] = [];
  let factor = speed;
  let wallBase = wallMs();
  let base = Math.max(wallBase, atLeastMs);

  const nowMs = () => Math.floor(base + (wallMs() - wallBase) * factor);
  return {
    nowMs,
    wallMs,
    speed: () => factor,
    change: (change) => {
      base = nowMs() + (change.advanceSeconds ?? 0) * 1000;
      wallBase = wallMs();
      factor = change.speed ?? factor;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => listeners.push(listener),
    realDelayMs: (untilMs) => Math.max(0, (untilMs - nowMs()) / factor),
  };
}
