import { nameOf } from './explain.ts';
import type { Environment } from './references.ts';
import type { Finding, Path, Plain } from './tree.ts';
import { textAt } from './written.ts';

const alone = /^(?:\$(\w+)|%(\w+)%)$/;
const inAddress = /:\/\/[^/]*:(?:\$(\w+)|%(\w+)%)@/;

const passwords: readonly (readonly [Path, RegExp])[] = [
  [['status', 'password'], alone],
  [['alerts', 'mail', 'smtp'], inAddress],
  [['marketplace', 'proxy'], inAddress],
];

/** A password may look like a variable of a shell or of Windows. Where there is that variable, it was meant. */
export function passwordRules(written: Plain, env: Environment): Finding[] {
  return passwords.flatMap(([path, form]) => {
    const [, shell, windows] = form.exec(textAt(written, path) ?? '') ?? [];
    if (env[shell ?? windows ?? ''] === undefined) return [];
    const message = `${nameOf(path)} has the name of a variable and not its value: write a variable as \${NAME}`;
    return [{ path, at: 'value', message }];
  });
}
