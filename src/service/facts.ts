import type { OwnFacts } from './unit.ts';

/** What the service manager says of a service, whichever it is. */
export interface ServiceFacts {
  readonly name: string;
  readonly installed: boolean;
  /** Whether it starts with the machine. */
  readonly enabled: boolean;
  readonly active: boolean;
  /** The manager's own word: `running`, `failed`, `auto-restart`, `Stopped`. */
  readonly state: string;
  readonly pid?: number;
  /** Since when it is in this state. */
  readonly since?: string;
  /** How its last process ended; absent where none has. */
  readonly lastExit?: number;
  readonly restarts?: number;
  /** The account that it runs as. */
  readonly account?: string;
  /** Where it is written down. */
  readonly definition?: string;
  /** Files of people that change it. */
  readonly changedBy?: readonly string[];
  /** Absent where the service is none of ours. */
  readonly own?: OwnFacts;
}

/** Asked of `systemctl show`, which writes a line for each. */
export const unitProperties = [
  ...['LoadState', 'UnitFileState', 'ActiveState', 'SubState', 'MainPID', 'StateChangeTimestamp'],
  ...[
    'ExecMainStatus',
    'ExecMainExitTimestamp',
    'NRestarts',
    'FragmentPath',
    'DropInPaths',
    'User',
  ],
] as const;

/** The lines of `systemctl show`, in UTC. */
export function unitFacts(name: string, shown: string): Omit<ServiceFacts, 'own'> {
  const lines = shown.split('\n').map((line) => line.split(/=(.*)/s, 2));
  const values = new Map(lines.map(([key = '', value = '']) => [key, value]));
  const text = (key: (typeof unitProperties)[number]): string => values.get(key) ?? '';
  const since = isoTime(text('StateChangeTimestamp'));
  const pid = Number(text('MainPID'));
  const changedBy = text('DropInPaths').split(' ').filter(Boolean);
  return {
    name,
    installed: text('LoadState') !== 'not-found' && text('FragmentPath') !== '',
    enabled: text('UnitFileState').startsWith('enabled'),
    active: text('ActiveState') === 'active',
    state: text('SubState'),
    ...(pid > 0 && { pid }),
    ...(since !== undefined && { since }),
    ...(text('ExecMainExitTimestamp') !== '' && { lastExit: Number(text('ExecMainStatus')) }),
    ...(text('User') !== '' && { account: text('User') }),
    restarts: Number(text('NRestarts')),
    ...(text('FragmentPath') !== '' && { definition: text('FragmentPath') }),
    ...(changedBy.length > 0 && { changedBy }),
  };
}

/** `Mon 2026-03-02 08:15:00 UTC` */
function isoTime(shown: string): string | undefined {
  const [, day, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)? UTC$/.exec(shown) ?? [];
  return day === undefined ? undefined : `${day}T${time}Z`;
}
