import path from 'node:path';
import type { Config } from '../config/declaration.ts';

/** What a service is made of, whatever manages it. */
export interface ServiceDefinition {
  readonly name: string;
  /** The account that it runs as. */
  readonly account: string;
  /** The program: Node.js, and what it runs. */
  readonly node: string;
  readonly program: string;
  readonly config: string;
  readonly environmentFile: string;
  readonly dataDir: string;
  readonly logFile: string;
  /** Folders that the daemon writes to. */
  readonly writes: readonly string[];
  /** Folders that it only reads. */
  readonly reads: readonly string[];
  /** Whether it listens on a port below 1024, which takes a right of its own on Linux. */
  readonly isPortLow: boolean;
}

/**
 * One helper for V8, which starts four on any machine: where there are two cores, they keep the main thread waiting for
 * its turn while a large file is read (`npm run bench import`: p99 of its delay).
 */
export const nodeOptions: readonly string[] = ['--v8-pool-size=1'];

type Given = Pick<
  ServiceDefinition,
  'name' | 'account' | 'node' | 'program' | 'config' | 'environmentFile'
>;

export function definitionOf(config: Config, given: Given): ServiceDefinition {
  const { dataDir, log, catalog, orders, results, status, webhooks } = config;
  const sources = catalog?.sources ?? [];
  const moved = sources.filter(({ afterImport }) => afterImport === 'move');
  const commands = orders?.commands;
  const writes = [
    ...[dataDir, path.dirname(log.file), results.folder],
    ...moved.map(({ folder }) => folder),
    ...[orders?.outbox.folder, commands?.folder, commands?.receipts],
  ];
  const reads = [...sources.map(({ folder }) => folder), catalog?.pictures?.folder];
  const ports = [status.listen.port, webhooks?.listen.port].filter((port) => port !== undefined);
  return {
    ...given,
    dataDir,
    logFile: log.file,
    writes: each(writes),
    reads: each(reads),
    isPortLow: ports.some((port) => port > 0 && port < portFree),
  };
}

const portFree = 1024;

function each(folders: readonly (string | undefined)[]): string[] {
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}
