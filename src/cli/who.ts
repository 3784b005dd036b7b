import os from 'node:os';

/** Who gives a command. In a container the account may have a number and no name, and Node then throws. */
export function whoAsks(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
