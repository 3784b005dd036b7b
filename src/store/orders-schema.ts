import type { Migration } from './database.ts';

/** "SHor": marks orders.db as ours (fault 33). */
export const ordersApplicationId = 0x53486f72;

/**
 * Texts are compared byte by byte (SQLite's BINARY): ids and versions are opaque (fault 65). Rowid tables with UNIQUE
 * indexes, because a page of wide rows costs a third of what WITHOUT ROWID costs.
 */
export const ordersMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cursor TEXT,                      -- as the service gave it; NULL: the next request asks by updated_after
  updated_after TEXT NOT NULL,
  first_started_at INTEGER NOT NULL, -- the service's time; what happened before it falls under goLive
  newest_updated_at TEXT,
  pages INTEGER NOT NULL DEFAULT 0,
  last_poll_at INTEGER,
  caught_up_since INTEGER           -- NULL while more pages wait
) STRICT;

CREATE TABLE order_version (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- feed order
  order_id TEXT NOT NULL, version TEXT NOT NULL, order_number TEXT NOT NULL,
  status TEXT NOT NULL, origin TEXT NOT NULL, updated_at TEXT NOT NULL,
  background INTEGER NOT NULL,      -- 1: from before the first start, read and written after everything new
  state TEXT NOT NULL
    CHECK (state IN ('SEEN', 'FETCHED', 'STAGED', 'WRITTEN', 'SUPERSEDED', 'SKIPPED', 'PARKED')),
  reason TEXT,                      -- why it is skipped or parked
  superseded_by INTEGER REFERENCES order_version (id),
  summary TEXT, detail TEXT,        -- JSON as the service wrote it; NULL once dropped (keepDetails)
  reads INTEGER NOT NULL DEFAULT 0, -- of the order, that showed another version
  read_page INTEGER NOT NULL DEFAULT -1,
  reissue INTEGER NOT NULL DEFAULT 0,
  considered INTEGER NOT NULL DEFAULT 0, -- 1: the accept policy has looked at it
  seen_at INTEGER NOT NULL,
  UNIQUE (order_id, version)
) STRICT;
CREATE INDEX order_version_seen ON order_version (background, id) WHERE state = 'SEEN';
CREATE INDEX order_version_fetched ON order_version ((background AND reissue = 0), id, state, reissue)
  WHERE state = 'FETCHED' OR reissue = 1;
CREATE INDEX order_version_parked ON order_version (id) WHERE state = 'PARKED';
CREATE INDEX order_version_considered ON order_version (id)
  WHERE considered = 0 AND status = 'PLACED' AND state = 'WRITTEN';
CREATE INDEX order_version_number ON order_version (order_number);
CREATE INDEX order_version_kept ON order_version (seen_at) WHERE summary IS NOT NULL;

-- What a read showed before the feed served it: kept, so that the feed's item need not be read again (fault 66).
CREATE TABLE detail_ahead (
  order_id TEXT PRIMARY KEY, version TEXT NOT NULL, detail TEXT NOT NULL
) STRICT;

CREATE TABLE order_file (
  sequence INTEGER PRIMARY KEY,
  version_id INTEGER NOT NULL REFERENCES order_version (id),
  order_id TEXT NOT NULL,
  name TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL,
  change TEXT NOT NULL CHECK (change IN ('new', 'changed', 'ended')),
  reissue_of INTEGER,
  state TEXT NOT NULL CHECK (state IN ('STAGED', 'WRITTEN', 'PARKED')),
  reason TEXT,
  written_at INTEGER,
  acknowledged_at INTEGER,
  acknowledgement INTEGER           -- the how-manieth: compared where clocks may not be
) STRICT;
CREATE INDEX order_file_of_order ON order_file (order_id, sequence);
CREATE INDEX order_file_of_version ON order_file (version_id);
CREATE INDEX order_file_staged ON order_file (sequence) WHERE state = 'STAGED';
CREATE INDEX order_file_parked ON order_file (sequence) WHERE state = 'PARKED';
CREATE INDEX order_file_unacknowledged ON order_file (sequence)
  WHERE state = 'WRITTEN' AND acknowledged_at IS NULL;
CREATE INDEX order_file_acknowledgement ON order_file (acknowledgement)
  WHERE acknowledgement IS NOT NULL;

-- A command file at its first sight, and what the ERP could know then (fault 85).
CREATE TABLE sighting (
  name TEXT PRIMARY KEY, sequence INTEGER NOT NULL, acknowledgement INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE command_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL, drop_number INTEGER NOT NULL,
  name TEXT NOT NULL, receipt TEXT NOT NULL,
  sequence INTEGER NOT NULL, acknowledgement INTEGER NOT NULL, -- of its sighting
  entry TEXT NOT NULL,              -- the file as it stood in the folder: another under its name is another drop
  state TEXT NOT NULL CHECK (state IN ('TAKEN', 'OPEN', 'MOVED')), -- OPEN: its first receipt is on the disk
  stale INTEGER NOT NULL,           -- changes of its rows that the receipt on disk does not show
  at INTEGER NOT NULL,
  UNIQUE (sha256, drop_number)
) STRICT;
CREATE INDEX command_file_open ON command_file (id) WHERE state <> 'MOVED';
CREATE INDEX command_file_receipt ON command_file (receipt);
CREATE INDEX command_file_stale ON command_file (id) WHERE stale > 0;

CREATE TABLE command (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file INTEGER NOT NULL REFERENCES command_file (id),
  row INTEGER NOT NULL,
  order_number TEXT NOT NULL, order_id TEXT NOT NULL, -- as the row had them, completed once known
  known INTEGER NOT NULL DEFAULT 0, -- 1: the order was found
  action TEXT NOT NULL,
  version TEXT, reason TEXT, tracking_code TEXT, notes TEXT,
  state TEXT NOT NULL CHECK (state IN
    ('READY', 'SENT', 'CHECKING', 'AMENDMENT', 'NEWER_FILE', 'PARKED', 'DONE', 'REFUSED')),
  same_as INTEGER REFERENCES command (id), -- an earlier drop's row that answers for this one
  request INTEGER REFERENCES request (id),
  tries INTEGER NOT NULL DEFAULT 0,
  if_match TEXT,
  produced_version TEXT,            -- after our own action: NULL not read yet, '' others changed it as well
  waits_after INTEGER,              -- the newest version or page when it began to wait
  waits_for TEXT,                   -- the version whose order file is waited for
  code TEXT, message TEXT, order_status TEXT,
  at INTEGER NOT NULL,
  UNIQUE (file, row)
) STRICT;
CREATE INDEX command_live ON command (order_id, id)
  WHERE known = 1 AND same_as IS NULL AND state NOT IN ('DONE', 'REFUSED');
CREATE INDEX command_moving ON command (id)
  WHERE known = 1 AND same_as IS NULL AND state IN ('READY', 'SENT', 'CHECKING');
CREATE INDEX command_waiting ON command (id)
  WHERE known = 1 AND same_as IS NULL AND state IN ('AMENDMENT', 'NEWER_FILE');
CREATE INDEX command_unknown ON command (id)
  WHERE known = 0 AND same_as IS NULL AND state = 'READY';
CREATE INDEX command_of_order ON command (order_id, id);
CREATE INDEX command_same_as ON command (same_as) WHERE same_as IS NOT NULL;

CREATE TABLE request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lane TEXT NOT NULL,
  intent TEXT NOT NULL UNIQUE,
  idempotency_key TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL,
  method TEXT NOT NULL, path TEXT NOT NULL, if_match TEXT,
  body BLOB, body_sha256 TEXT,
  state TEXT NOT NULL CHECK (state IN ('READY', 'SENT', 'ANSWERED', 'PARKED')),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, sent_at INTEGER, answered_at INTEGER,
  status INTEGER, answer TEXT
) STRICT;
-- No overtaking: per order one request without a stored answer (I6), whatever the program believes.
CREATE UNIQUE INDEX request_unanswered ON request (order_id) WHERE state IN ('READY', 'SENT');

CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, part TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
`,
  },
  {
    version: 2,
    sql: `
-- 1: what a restore has lost may have carried it out: the order is looked at before anything is sent (fault 34).
ALTER TABLE command ADD COLUMN look INTEGER NOT NULL DEFAULT 0;
`,
  },
  {
    version: 3,
    sql: `
-- Versions whose files another state gave out, and whose content is still to be read (fault 34).
CREATE TABLE given_unread (
  version_id INTEGER PRIMARY KEY REFERENCES order_version (id),
  reads INTEGER NOT NULL DEFAULT 0
) STRICT;
`,
  },
  {
    version: 4,
    sql: `
-- What keepDetails will end, by age: found without a look at every command that there ever was.
CREATE INDEX command_kept ON command (at)
  WHERE state IN ('DONE', 'REFUSED') AND coalesce(reason, notes, tracking_code) IS NOT NULL;
CREATE INDEX request_kept ON request (answered_at) WHERE body IS NOT NULL;
`,
  },
  {
    version: 5,
    sql: `
-- Which acceptances were refused is asked every few seconds.
CREATE INDEX command_not_accepted ON command (id) WHERE state = 'REFUSED' AND action = 'accept';
`,
  },
  {
    version: 6,
    sql: `
-- What the ERP took lately, whatever the clock said of the files between.
CREATE INDEX order_file_acknowledged ON order_file (acknowledged_at) WHERE acknowledged_at IS NOT NULL;
CREATE INDEX order_file_written ON order_file (written_at) WHERE state = 'WRITTEN';
`,
  },
  {
    version: 7,
    sql: `
-- How many commands have ended is asked every few seconds.
CREATE INDEX command_ended ON command (state) WHERE same_as IS NULL AND state IN ('DONE', 'REFUSED');
`,
  },
];
