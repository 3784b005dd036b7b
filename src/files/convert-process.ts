import { writeFileSync } from 'node:fs';
import { convertPicture } from './convert-picture.ts';

/** Without whoever asked, also in the middle of a step: an end of its own would wait for the library's thread. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C is for the daemon: here it would look like a picture that nothing can convert.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.once('message', async (bytes) => {
  process.send?.(await convertPicture(bytes as Uint8Array));
});

try {
  // Where memory is short, this process ends first, and not the daemon. Linux alone has it.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Then the system chooses.
}
