import type { Migration } from './database.ts';

/** "SHct": marks catalog.db as ours (fault 33). */
export const catalogApplicationId = 0x53486374;

export const catalogMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  name TEXT PRIMARY KEY,
  run INTEGER,                 -- the run of the file that counts (design section 2: wished)
  accepted_run INTEGER,        -- the newest run whose plan was committed
  restore_run INTEGER,         -- the accepted run before it: the restore point
  plan INTEGER,                -- the committed plan of that run, NULL until pass 1 has ended
  fingerprint TEXT,            -- configuration, header and program version of that plan
  header TEXT,                 -- JSON array: the columns of the last accepted file
  done INTEGER NOT NULL DEFAULT 0,
  paused INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE spool (
  sha256 TEXT PRIMARY KEY, parts TEXT NOT NULL, size INTEGER NOT NULL, at INTEGER NOT NULL
) STRICT;

CREATE TABLE taken (
  source TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL, run INTEGER NOT NULL,
  PRIMARY KEY (source, file)
) STRICT;

CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL, started_at INTEGER NOT NULL,
  read INTEGER NOT NULL DEFAULT 0, unchanged INTEGER NOT NULL DEFAULT 0, sent INTEGER NOT NULL DEFAULT 0,
  braked INTEGER NOT NULL DEFAULT 0, waiting INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0,
  final INTEGER NOT NULL DEFAULT 0,
  refused TEXT                 -- JSON complaint: the whole file was refused
) STRICT;

CREATE TABLE plan (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL, source TEXT NOT NULL, sha256 TEXT NOT NULL, fingerprint TEXT NOT NULL,
  kinds BLOB NOT NULL,         -- one byte per record (catalog/terms/plan.ts), deflated
  vanished BLOB NOT NULL,      -- product ids, 4 bytes each
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE hold (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan INTEGER NOT NULL, run INTEGER NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL,
  sentence TEXT NOT NULL, items INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('HELD', 'RELEASED', 'WITHDRAWN')),
  since INTEGER NOT NULL, ended_at INTEGER, ended_by TEXT
) STRICT;

CREATE TABLE product (
  id INTEGER PRIMARY KEY,      -- given at first sight, never again
  external_id TEXT NOT NULL UNIQUE,
  wish INTEGER NOT NULL DEFAULT 0,
  content_hash INTEGER,        -- confirmed; NULL until the marketplace said yes
  content_run INTEGER,
  quantity INTEGER,            -- confirmed, thousandths
  quantity_run INTEGER,
  exported_quantity INTEGER,   -- what the stock source says, thousandths
  exported_run INTEGER,
  basis TEXT NOT NULL DEFAULT 'confirmed' CHECK (basis IN ('confirmed', 'assumed')),
  refused_hash INTEGER, refused_code TEXT, refused_message TEXT, refused_at INTEGER,
  last_request INTEGER,
  picture_wished TEXT, picture_confirmed TEXT
) STRICT;

CREATE TABLE product_part (
  product INTEGER NOT NULL, source TEXT NOT NULL,
  run INTEGER NOT NULL,        -- counts only while run <= the source's accepted run
  fields TEXT NOT NULL,
  PRIMARY KEY (product, source, run)
) STRICT;

CREATE TABLE raw_index (
  source TEXT NOT NULL, chunk INTEGER NOT NULL, packed BLOB NOT NULL,
  PRIMARY KEY (source, chunk)
) STRICT;

CREATE TABLE request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lane TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, run INTEGER NOT NULL,
  intent TEXT NOT NULL UNIQUE, idempotency_key TEXT UNIQUE,
  method TEXT NOT NULL, path TEXT NOT NULL, body BLOB, body_sha256 TEXT,
  items TEXT NOT NULL,         -- JSON: what each item of the body wishes (catalog/state/request-items.ts)
  state TEXT NOT NULL CHECK (state IN ('SENT', 'ANSWERED', 'PARKED')),
  attempts INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  answered_at INTEGER, status INTEGER, answer TEXT
) STRICT;
CREATE INDEX request_open ON request (state) WHERE state = 'SENT';

CREATE TABLE complaint (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL, row INTEGER, external_id TEXT, code TEXT NOT NULL, column_name TEXT, value TEXT,
  rule TEXT NOT NULL, remedy TEXT NOT NULL, level TEXT NOT NULL CHECK (level IN ('rejected', 'note'))
) STRICT;
CREATE INDEX complaint_of_run ON complaint (run);

CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, part TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
`,
  },
  {
    version: 2,
    sql: `
-- 1: a request for the product ended without telling whether it took effect.
ALTER TABLE product ADD COLUMN in_doubt INTEGER NOT NULL DEFAULT 0;
-- 1: the final books lie in the results folder.
ALTER TABLE run ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
UPDATE run SET told = final;
`,
  },
  {
    version: 3,
    sql: `
CREATE TABLE picture (
  product INTEGER PRIMARY KEY,
  named TEXT,                  -- mapping.picture: the path below the folder that the export names
  file TEXT,                   -- the file that was read last, below the folder; NULL: there is none
  look TEXT,                   -- what a look saw of it then: a hint, its content decides
  read_at INTEGER NOT NULL DEFAULT 0,
  fault TEXT,                  -- JSON complaint: why that file is not sent
  hold INTEGER,                -- the hold that keeps its removal back
  tries INTEGER NOT NULL DEFAULT 0,
  refused TEXT,                -- the wish that is not sent again by itself
  refused_code TEXT, refused_message TEXT, refused_at INTEGER,
  refused_run INTEGER          -- what had confirmed the product then (fault 53)
) STRICT;
CREATE INDEX picture_read ON picture (read_at) WHERE file IS NOT NULL;
CREATE INDEX picture_named ON picture (product) WHERE named IS NOT NULL;
CREATE INDEX picture_fault ON picture (product) WHERE fault IS NOT NULL;
CREATE INDEX picture_refused ON picture (product) WHERE refused IS NOT NULL;
CREATE INDEX picture_due ON product (id)
  WHERE picture_wished IS NOT NULL AND picture_wished IS NOT picture_confirmed;
CREATE INDEX picture_shown ON product (id) WHERE picture_confirmed IS NOT NULL;

CREATE TABLE session (
  run INTEGER PRIMARY KEY,     -- an import opens one session, whatever happens
  source TEXT NOT NULL, items INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('STARTING', 'RUNNING', 'ENDING', 'ENDED', 'UNKNOWN', 'REFUSED')),
  session_id TEXT, answer TEXT, started_at INTEGER NOT NULL, ended_at INTEGER
) STRICT;
`,
  },
  {
    version: 4,
    sql: `
ALTER TABLE raw_index ADD COLUMN hashes BLOB; -- 8 bytes a row, 0: must be looked at; NULL: all of them
CREATE TABLE raw_known (source TEXT PRIMARY KEY, basis TEXT NOT NULL, request INTEGER NOT NULL, run INTEGER NOT NULL) STRICT;
`,
  },
  {
    version: 5,
    sql: `
ALTER TABLE product ADD COLUMN traits TEXT;         -- hashes of the confirmed name and barcode (catalog/terms/traits.ts)
ALTER TABLE run ADD COLUMN before INTEGER;          -- the accepted run before it: its restore point
ALTER TABLE run ADD COLUMN undoes INTEGER;          -- the run that this one takes back
ALTER TABLE run ADD COLUMN quantities INTEGER NOT NULL DEFAULT 0;  -- an undo that takes back stock too
ALTER TABLE source ADD COLUMN undone TEXT;          -- content that is refused until another one was accepted
`,
  },
  {
    version: 6,
    sql: `
-- Taken over with adopt: what the list showed, 4 bytes for each listed field (catalog/terms/listed.ts).
CREATE TABLE adopted (product INTEGER PRIMARY KEY, sums BLOB NOT NULL) STRICT;
`,
  },
  {
    version: 7,
    sql: `
-- 20 bytes for each run of rows that stand side by side (catalog/pass/known-blocks.ts).
ALTER TABLE raw_known ADD COLUMN blocks BLOB;
`,
  },
  {
    version: 8,
    sql: `
-- The request whose 2xx confirmed the content: its body says what was sent. NULL where no request did (adopt).
ALTER TABLE product ADD COLUMN content_request INTEGER;
`,
  },
  {
    version: 9,
    sql: `
-- Rows of requests are kept: undo and the books ask for those of one run.
CREATE INDEX request_of_run ON request (run);
`,
  },
  {
    version: 10,
    sql: `
-- 1: what it sent is no longer kept, so it cannot be taken back (store/forget.ts).
ALTER TABLE run ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
-- Articles in the body since it was written anew; NULL: as it was sent.
ALTER TABLE request ADD COLUMN carried INTEGER;
`,
  },
  {
    version: 11,
    sql: `
-- Under which it was held (catalog/pass/baseline.ts): a yes is none for what another one makes of the same file.
ALTER TABLE hold ADD COLUMN configuration TEXT;
-- Held rows of delta files of which a newer file says nothing (store/parked.ts); of the newest run those it reads alone.
CREATE TABLE parked (run INTEGER PRIMARY KEY, source TEXT NOT NULL, marks BLOB NOT NULL, ids BLOB NOT NULL) STRICT;
`,
  },
  {
    version: 12,
    sql: `
-- The articles that a hold of the file that counts keeps back, or that the yes to it was for: deflated, 4 bytes each.
CREATE TABLE held_product (hold INTEGER PRIMARY KEY, ids BLOB NOT NULL) STRICT;
`,
  },
  {
    version: 13,
    sql: `
-- A byte a row: which of the columns that decide what buyers can order it fills (catalog/mapping/filled.ts).
ALTER TABLE raw_known ADD COLUMN filled BLOB;
`,
  },
  {
    version: 14,
    sql: `
-- Files of changes that lie in the spool and wait for the one before them.
CREATE TABLE queued (id INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT;
CREATE INDEX queued_of_source ON queued (source);
`,
  },
  {
    version: 15,
    sql: `
-- All but the printable characters of ASCII, and the ? beside them: looked for in each file (store/article-numbers.ts).
CREATE INDEX product_lettered ON product (external_id) WHERE external_id GLOB '*[^ ->@-~]*';
`,
  },
  {
    version: 16,
    sql: `
-- When the ERP wrote the export, by the clock of its share: what it did not know of an order, its stock does not either.
ALTER TABLE run ADD COLUMN written_at INTEGER NOT NULL DEFAULT 0;
UPDATE run SET written_at = started_at;
ALTER TABLE queued ADD COLUMN written_at INTEGER NOT NULL DEFAULT 0;
UPDATE queued SET written_at = coalesce((SELECT at FROM spool WHERE spool.sha256 = queued.sha256), 0);
`,
  },
  {
    version: 17,
    sql: `
-- What whole stock files said last, in thousandths, of articles that nobody knows yet (store/unknown-stock.ts).
CREATE TABLE unknown_stock (external_id TEXT PRIMARY KEY, quantity INTEGER NOT NULL, run INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX unknown_stock_of_run ON unknown_stock (run);
`,
  },
  {
    version: 18,
    sql: `
-- 1: nothing has left under the key yet, though the row is SENT: the program was stopped while the request waited for its
-- turn. So a refusal of its kind, such as a missing right, may be answered with a new key.
ALTER TABLE request ADD COLUMN unsent INTEGER NOT NULL DEFAULT 0;
`,
  },
  {
    version: 19,
    sql: `
-- Of a product that we took off the marketplace: the run that did it.
UPDATE product SET content_run = (SELECT run FROM request WHERE id = last_request AND kind = 'remove')
  WHERE content_hash IS NULL AND last_request IS NOT NULL;
`,
  },
];
