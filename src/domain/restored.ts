/**
 * `quantity_run` of a product whose stock on the marketplace is
 * not known since a restore; no run is below zero (fault 34).
 */
export const unsureRun = -1;

/** Under this name orders.db remembers when its backup was made, until the outbox was compared (fault 34). */
export const restoredFrom = 'restored.from';
