import { nodeOptions, type ServiceDefinition } from './definition.ts';

/** What a unit of ours says of itself, for every command that comes later. */
export interface OwnFacts {
  readonly config: string;
  readonly dataDir: string;
  readonly logFile: string;
}

/** The values of config/service/systemd.service.liquid, each as systemd wants it written (systemd.syntax). */
export function unitFields(
  definition: ServiceDefinition,
  { isSocketInTmp }: { readonly isSocketInTmp: boolean },
): Record<string, unknown> {
  const { name, account, node, program, config, dataDir, logFile } = definition;
  const args = [...nodeOptions, program, 'run', '--config', config];
  const used = [...definition.writes, ...definition.reads, node, program, config];
  return {
    name,
    account,
    environmentFile: percentsDoubled(definition.environmentFile),
    command: [quoted(node), ...args.map(argument)].join(' '),
    capabilities: capabilities(definition),
    // Everything in /tmp would be out of sight, the control socket too.
    isTmpPrivate: !isSocketInTmp && !used.some(isTemporary),
    writable: definition.writes.filter(isSystem).map((folder) => quoted(`-${folder}`)),
    facts: {
      config: JSON.stringify(config),
      dataDir: JSON.stringify(dataDir),
      logFile: JSON.stringify(logFile),
    },
  };
}

/** Fault 120: none, but to listen below 1024. Root without them could not read other people's exports. */
function capabilities({ account, isPortLow }: ServiceDefinition): string | null {
  if (account === 'root') return null;
  return isPortLow ? 'CAP_NET_BIND_SERVICE' : '';
}

function isTemporary(place: string): boolean {
  return /^\/(var\/)?tmp(\/|$)/.test(place);
}

/** What `ProtectSystem=full` makes read-only. */
function isSystem(folder: string): boolean {
  return /^\/(etc|usr|boot|efi)(\/|$)/.test(folder);
}

function percentsDoubled(text: string): string {
  return text.replaceAll('%', '%%');
}

/** A line end of a path would begin a setting of its own. */
function quoted(text: string): string {
  const escaped = percentsDoubled(text).replace(/["\\]/g, '\\$&');
  return `"${escaped.replaceAll('\n', '\\n')}"`;
}

/** Of a command line, where a dollar begins a variable; not in the name of the program. */
function argument(text: string): string {
  return quoted(text).replaceAll('$', '$$$$');
}

/** Undefined where the text is no unit of ours. */
export function readUnit(text: string): OwnFacts | undefined {
  const [, own] = text.split(/^\[X-Stockhand\]$/m);
  const [config, dataDir, logFile] = ['Config', 'DataDir', 'LogFile'].map((key) =>
    factIn(own ?? '', key),
  );
  if (config === undefined || dataDir === undefined || logFile === undefined) return undefined;
  return { config, dataDir, logFile };
}

function factIn(section: string, key: string): string | undefined {
  const [, written] = new RegExp(`^${key}=(".*")$`, 'm').exec(section) ?? [];
  if (written === undefined) return undefined;
  try {
    return String(JSON.parse(written));
  } catch {
    return undefined;
  }
}
