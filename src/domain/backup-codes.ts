/** What can be wrong with a backup or the place for one (codes.ts). */
export const backupCodes = {
  BACKUP_TARGET: {
    means: 'A backup cannot be written to this file.',
    remedy:
      'Name a new file outside dataDir, on a disk that has free space and that Stockhand may write to.',
  },
  BACKUP_UNKNOWN: {
    means: 'The file is not a backup of Stockhand.',
    remedy: 'Name a file that stockhand backup has written. Nothing was changed.',
  },
  BACKUP_DAMAGED: {
    means: 'The backup is damaged or cut off.',
    remedy: 'Use another copy of it, or an older backup. Nothing was changed.',
  },
  BACKUP_TENANT: {
    means: 'The backup belongs to another marketplace or another Stockhand.',
    remedy: 'Name the configuration with which the backup was made. Nothing was changed.',
  },
  BACKUP_NEWER: {
    means: 'A newer Stockhand has written the backup.',
    remedy: 'Install that version or a newer one, then restore again. Nothing was changed.',
  },
} as const;
