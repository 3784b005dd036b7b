import { StockhandError } from '../domain/error.ts';
import type { ServiceManager } from './manager.ts';
import { systemdManager } from './systemd.ts';
import { windowsManager } from './windows-manager.ts';

/** The service manager of this machine. Throws SERVICE_NONE on a system that Stockhand knows none of. */
export function managerHere(
  machineFolder: string,
  platform: NodeJS.Platform = process.platform,
): ServiceManager {
  if (platform === 'linux') return systemdManager(machineFolder);
  if (platform === 'win32') return windowsManager(machineFolder);
  throw new StockhandError(
    'SERVICE_NONE',
    `Stockhand does not know a service manager of ${platform}.`,
  );
}
