// The order half beside the disk's own yardstick, in turns so that noise meets both. ORDERS sets how many (8,192).
//   published: order files (each synced before its rename, the folder once a group before the rows say written),
//              as a share of the rate of raw 4 KB append + fdatasync, the median of turns in turns; wanted >= 0.9
//   journal:   a page of 100 items of 1.6 KB stored with synchronous=FULL, as a multiple of the same with NORMAL, by
//              the fastest of each; wanted <= 1.5. FULL waits once for the disk and NORMAL never, so the median, also
//              shown, says how long others make a disk wait: 10 x on one where a raw append waits for 5 ms.
//   waits:     how many raw appends of the page's own bytes FULL costs more than NORMAL; wanted: one
//   visible:   p99 from stored to visible while a backfill runs beside it; wanted <= 2 s
import fs from 'node:fs';
import { folder } from './orders/disk.js';
import { journalling } from './orders/journal.js';
import { pageSize } from './orders/market.js';
import { publishing } from './orders/publishing.js';
import { becomingVisible } from './orders/visible.js';

const count = Number(process.env.ORDERS ?? 8_192);

const say = (name, value, wanted) =>
  process.stdout.write(`${name.padEnd(12)}${value.padStart(10)}   ${wanted}\n`);
const times = (value) => `${value.toFixed(2)} x`;

function sayJournal({ walBytes, quiet, median }) {
  const ratio = ({ full, normal }) => times(full / normal);
  say('journal', ratio(quiet), 'wanted <= 1.5 x NORMAL');
  say('  median', ratio(median), 'with the waits that others cause');
  const ofPage = `of a NORMAL page is one raw append of its ${Math.round(walBytes / 1_024)} KB + fdatasync`;
  say(
    '  append',
    times(quiet.wal / quiet.normal),
    `${ofPage} (median ${times(median.wal / median.normal)})`,
  );
  const block = `of it is one of 4 KB: ${quiet.block.toFixed(2)} ms (median ${median.block.toFixed(2)} ms)`;
  say('  fdatasync', times(quiet.block / quiet.normal), block);
  say('  waits', ((quiet.full - quiet.normal) / quiet.wal).toFixed(2), 'wanted 1 a page');
}

try {
  const published = await publishing(count);
  say('published', times(published.median), 'wanted >= 0.9 x raw append + fdatasync');
  say('  fastest', times(published.quiet), 'by the fastest turn of each');
  sayJournal(journalling(Math.ceil(count / pageSize) * 4));
  const visibleMs = Math.round(await becomingVisible(count));
  say('visible p99', `${visibleMs} ms`, 'wanted <= 2000 ms, under a backfill');
} finally {
  fs.rmSync(folder, { recursive: true });
}
