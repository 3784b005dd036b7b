/** Set by the definitions of `stockhand service`, and by whoever lets another program start the daemon again. */
const serviceVariable = 'STOCKHAND_SERVICE';

/**
 * Whether something starts the daemon again whenever it ends. INVOCATION_ID of systemd does not say so: every terminal
 * of a desktop session inherits one.
 */
export function isService(): boolean {
  return (process.env[serviceVariable] ?? '') !== '';
}
