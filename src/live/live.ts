import type { Clock } from '../domain/clock.ts';
import { counted } from '../domain/counted.ts';

/** One line of the stream that `tail` shows. */
export interface LiveLine {
  /** ISO 8601. */
  readonly at: string;
  /** `calls`, `webhooks`, a source, or a part of the order side. */
  readonly part: string;
  readonly text: string;
}

/** What happens, for whoever looks on; nothing is kept for who comes later. */
export interface Live {
  /** Nobody else pays for the sentence. */
  readonly isFollowed: boolean;
  tell(part: string, text: string): void;
  /** Takes out what came since the last time; `end` when nobody reads it any more. */
  follow(): { take(): readonly LiveLine[]; end(): void };
}

/** More between two looks is reported as a number. */
const linesMax = 2_000;

export function createLive(clock: Clock): Live {
  const followers = new Set<{ lines: LiveLine[]; missed: number }>();
  const line = (part: string, text: string): LiveLine => ({
    at: new Date(clock.now()).toISOString(),
    part,
    text,
  });
  return {
    get isFollowed() {
      return followers.size > 0;
    },
    tell(part, text) {
      for (const follower of followers)
        if (follower.lines.length < linesMax) follower.lines.push(line(part, text));
        else follower.missed += 1;
    },
    follow() {
      const own = { lines: [] as LiveLine[], missed: 0 };
      followers.add(own);
      return {
        take() {
          const { lines, missed } = own;
          own.lines = [];
          own.missed = 0;
          if (missed > 0)
            lines.push(line('tail', `${counted(missed, 'line')} came too fast to be shown.`));
          return lines;
        },
        end: () => void followers.delete(own),
      };
    },
  };
}
