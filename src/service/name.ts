/** ` --name erp`, where a command does not find the service without it. */
export function nameText(name: string): string {
  return name === 'stockhand' ? '' : ` --name ${name}`;
}
