import { nameText } from './name.ts';

/** Node 24 is the long-term version; 20 is past its end of life (contract.md section 1). */
const nodeMajorWished = 24;

interface Surroundings {
  readonly name: string;
  readonly nodeVersion: string;
  readonly program: string;
  readonly account: string;
  /** The process of a daemon that works on the same state and is not the service. */
  readonly other: string | undefined;
  /** Whether the service runs as it was before. */
  readonly isActive: boolean;
  readonly kept: readonly string[];
  readonly environmentFile: string;
}

/** What an install should say that is no reason to refuse it. */
export function installWarnings(found: Surroundings): string[] {
  const { name, nodeVersion, program, account, other, isActive, kept, environmentFile } = found;
  return [
    ...(Number.parseInt(nodeVersion, 10) < nodeMajorWished
      ? [`Node.js is ${nodeVersion}; 24 LTS is recommended for a service.`]
      : []),
    ...(/[/\\]_npx[/\\]/.test(program)
      ? [`${program} is in the cache of npx, which npm may empty: install Stockhand permanently.`]
      : []),
    ...(account === 'root' ? ['The service runs as root, with every right on this machine.'] : []),
    ...kept.map(
      (name) =>
        `${name} keeps its value from ${environmentFile}; this environment has another value.`,
    ),
    ...(isActive
      ? [
          `The service still runs as before: stockhand service restart${nameText(name)} applies the change.`,
        ]
      : []),
    ...(other === undefined
      ? []
      : [
          `Another Stockhand (process ${other}), which is not the service, works on this state: stop it.`,
        ]),
  ];
}
