/** What can be wrong with a backup or the place for one (codes.ts). */
export const backupCodes = {
  BACKUP_TARGET: {
    means: 'A backup cannot be written to this file.',
    remedy: 'Name a new file outside dataDir, on a disk with room that Stockhand may write to.',
  },
  BACKUP_UNKNOWN: {
    means: 'The file is no backup of Stockhand.',
    remedy: 'Name a file that stockhand backup wrote; nothing was changed.',
  },
  BACKUP_DAMAGED: {
    means: 'The backup is damaged or cut off.',
    remedy: 'Use another copy of it, or an older backup; nothing was changed.',
  },
  BACKUP_TENANT: {
    means: 'The backup is of another marketplace or of another Stockhand.',
    remedy: 'Name the configuration that the backup was made with; nothing was changed.',
  },
  BACKUP_NEWER: {
    means: 'The backup was written by a newer Stockhand.',
    remedy: 'Install that version or a newer one, then restore again; nothing was changed.',
  },
} as const;
