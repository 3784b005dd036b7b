import type { Generated, Selectable } from 'kysely';

/** The rows of catalog.db as they are after all migrations (catalog-schema.ts). */
export interface CatalogTables {
  meta: { name: string; value: string };
  source: {
    name: string;
    run: number | null;
    accepted_run: number | null;
    restore_run: number | null;
    plan: number | null;
    fingerprint: string | null;
    header: string | null;
    done: Generated<number>;
    paused: Generated<number>;
    /** SHA-256 that `undo` took back: refused until another content was accepted. */
    undone: string | null;
  };
  spool: { sha256: string; parts: string; size: number; at: number };
  taken: { source: string; file: string; sha256: string; run: number };
  run: {
    id: Generated<number>;
    source: string;
    file: string;
    sha256: string;
    started_at: number;
    /** When the ERP wrote the export; for a run that read none, when the run began. */
    written_at: Generated<number>;
    read: Generated<number>;
    unchanged: Generated<number>;
    sent: Generated<number>;
    braked: Generated<number>;
    waiting: Generated<number>;
    rejected: Generated<number>;
    skipped: Generated<number>;
    final: Generated<number>;
    refused: string | null;
    /** 1: the results folder has the final books. */
    told: Generated<number>;
    /** The accepted run before it; NULL for the first, and until its plan is committed. */
    before: number | null;
    /** The run that this one takes back. */
    undoes: number | null;
    /** 1 where an undo takes back stock too. */
    quantities: Generated<number>;
    /** 1: what the run sent is no longer kept, so it cannot be taken back. */
    forgotten: Generated<number>;
  };
  plan: {
    id: Generated<number>;
    run: number;
    source: string;
    sha256: string;
    fingerprint: string;
    kinds: Uint8Array;
    vanished: Uint8Array;
    created_at: number;
  };
  hold: {
    id: Generated<number>;
    plan: number;
    run: number;
    source: string;
    kind: string;
    sentence: string;
    items: number;
    state: 'HELD' | 'RELEASED' | 'WITHDRAWN';
    since: number;
    ended_at: number | null;
    ended_by: string | null;
    /** The configuration under which it was found; NULL for pictures, and for holds of an older Stockhand. */
    configuration: string | null;
  };
  held_product: { hold: number; ids: Uint8Array };
  queued: {
    id: Generated<number>;
    source: string;
    file: string;
    sha256: string;
    written_at: Generated<number>;
  };
  parked: { run: number; source: string; marks: Uint8Array; ids: Uint8Array };
  product: {
    id: number;
    external_id: string;
    wish: Generated<number>;
    content_hash: number | null;
    content_run: number | null;
    quantity: number | null;
    quantity_run: number | null;
    exported_quantity: number | null;
    exported_run: number | null;
    basis: Generated<'confirmed' | 'assumed'>;
    refused_hash: number | null;
    refused_code: string | null;
    refused_message: string | null;
    refused_at: number | null;
    /** 1: a request for the product ended without telling whether it took effect, so its content is not known. */
    in_doubt: Generated<number>;
    last_request: number | null;
    /** The request whose 2xx confirmed the content; NULL where no request did. */
    content_request: number | null;
    picture_wished: string | null;
    picture_confirmed: string | null;
    /**
     * Hashes of the confirmed name, barcode and letters of the content, numbers, and whether it is active
     * (catalog/terms/traits.ts); NULL where none were sent yet.
     */
    traits: string | null;
  };
  unknown_stock: { external_id: string; quantity: number; run: number };
  product_part: { product: number; source: string; run: number; fields: string };
  adopted: { product: number; sums: Uint8Array };
  raw_index: { source: string; chunk: number; packed: Uint8Array; hashes: Uint8Array | null };
  raw_known: {
    source: string;
    basis: string;
    request: number;
    run: number;
    blocks: Buffer | null;
    filled: Buffer | null;
  };
  request: {
    id: Generated<number>;
    lane: string;
    kind: string;
    source: string;
    run: number;
    intent: string;
    idempotency_key: string | null;
    method: string;
    path: string;
    body: Uint8Array | null;
    body_sha256: string | null;
    items: string;
    state: 'SENT' | 'ANSWERED' | 'PARKED';
    attempts: Generated<number>;
    created_at: number;
    answered_at: number | null;
    status: number | null;
    answer: string | null;
    carried: number | null;
    unsent: Generated<number>;
  };
  complaint: {
    id: Generated<number>;
    run: number;
    row: number | null;
    external_id: string | null;
    code: string;
    column_name: string | null;
    value: string | null;
    rule: string;
    remedy: string;
    level: 'rejected' | 'note';
  };
  event: { id: Generated<number>; at: number; part: string; text: string };
  picture: {
    product: number;
    named: string | null;
    file: string | null;
    look: string | null;
    read_at: Generated<number>;
    fault: string | null;
    hold: number | null;
    tries: Generated<number>;
    refused: string | null;
    refused_code: string | null;
    refused_message: string | null;
    refused_at: number | null;
    refused_run: number | null;
  };
  session: {
    run: number;
    source: string;
    items: number;
    /** UNKNOWN: whether it was started is not known, so it is not started again. */
    state: 'STARTING' | 'RUNNING' | 'ENDING' | 'ENDED' | 'UNKNOWN' | 'REFUSED';
    session_id: string | null;
    answer: string | null;
    started_at: number;
    ended_at: number | null;
  };
}

/** A row of a table as it is read. */
export type RowOf<Table extends keyof CatalogTables> = Readonly<Selectable<CatalogTables[Table]>>;
