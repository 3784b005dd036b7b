/** The codes of `stockhand service`; they are in `codes` like all others. */
export const serviceCodes = {
  SERVICE_NONE: {
    means: 'This machine has no service manager that Stockhand knows.',
    remedy:
      'Use a machine with systemd or Windows, or let the program that starts your other programs start stockhand run (docs/service.md).',
  },
  SERVICE_RIGHTS: {
    means: 'Only an administrator of the machine may change services.',
    remedy: 'Run the command again with sudo; on Windows in the terminal of an administrator.',
  },
  SERVICE_FOREIGN: {
    means:
      'A service with this name exists, but it belongs to another program or to another configuration.',
    remedy: 'Give another name with --name. Nothing was changed.',
  },
  SERVICE_MISSING: {
    means: 'No service with this name is installed.',
    remedy: 'Install it: stockhand service install.',
  },
  SERVICE_ACCOUNT: {
    means: 'The account of the service does not exist, or lacks rights that the daemon needs.',
    remedy: 'Give the account these rights, or name another one with --user.',
  },
  SERVICE_ENVIRONMENT: {
    means: 'The file with the environment variables of the service cannot be read or written.',
    remedy: 'Correct the file or its rights.',
  },
  SERVICE_WRAPPER: {
    means: 'On Windows a service needs the program WinSW, but it was not found.',
    remedy:
      'Download WinSW-x64.exe (2.12) from https://github.com/winsw/winsw/releases and name it: --winsw FILE.',
  },
  SERVICE_MANAGER: {
    means: 'The service manager refused, is missing, or did not answer in time.',
    remedy: 'Read its message, correct the cause, and run the command again.',
  },
  SERVICE_START: {
    means: 'The service was started, but it did not keep running.',
    remedy: 'Read the last lines of its log: stockhand service logs.',
  },
} as const;
