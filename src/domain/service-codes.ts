/** The codes of `stockhand service`; they stand in `codes` like all others. */
export const serviceCodes = {
  SERVICE_NONE: {
    means: 'This machine has no service manager that Stockhand knows.',
    remedy:
      'Use a machine with systemd or Windows, or let what starts your programs start stockhand run (docs/service.md).',
  },
  SERVICE_RIGHTS: {
    means: 'Services are changed by the administrator of the machine only.',
    remedy: 'Give the command again with sudo; on Windows in a terminal of an administrator.',
  },
  SERVICE_FOREIGN: {
    means: 'There is a service of this name that is not the one of this configuration.',
    remedy: 'Give another name with --name; nothing was changed.',
  },
  SERVICE_MISSING: {
    means: 'No service of this name is installed.',
    remedy: 'Install it: stockhand service install.',
  },
  SERVICE_ACCOUNT: {
    means: 'The account of the service is missing, or may not do what the daemon does.',
    remedy: 'Give the account these rights, or name another one with --user.',
  },
  SERVICE_ENVIRONMENT: {
    means: 'The file with the environment variables of the service cannot be read or written.',
    remedy: 'Correct the file or its rights.',
  },
  SERVICE_WRAPPER: {
    means: 'On Windows a service needs the program WinSW, and it was not found.',
    remedy:
      'Download WinSW-x64.exe (2.12) from https://github.com/winsw/winsw/releases and name it: --winsw FILE.',
  },
  SERVICE_MANAGER: {
    means: 'The service manager refused, is missing, or did not answer in time.',
    remedy: 'Read what it says, correct that, and give the command again.',
  },
  SERVICE_START: {
    means: 'The service was started and did not stay up.',
    remedy: 'Read its last lines: stockhand service logs.',
  },
} as const;
