// Whole processes, one after the other: from the start to the end of each, as the person at the terminal sees it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const lookEveryMs = 20;

/** Seconds from start to end, peak memory in MB, and what was written; throws where the process fails. */
export async function run(command, args, { input, okCodes = [0] } = {}) {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  let complaint = '';
  child.stdout.on('data', (data) => {
    if (text.length < 1e6) text += data;
  });
  child.stderr.on('data', (data) => {
    if (complaint.length < 1e5) complaint += data;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  let peakMb = 0;
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, residentPeakMb(child.pid));
  }, lookEveryMs);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearInterval(look);
  const seconds = (performance.now() - started) / 1_000;
  if (!okCodes.includes(code)) throw new Error(`${command} ended with ${code}: ${complaint}`);
  return { seconds, peakMb, text };
}

function residentPeakMb(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The sides in turn, so that noise meets all of them: by name all that each run gave. */
export async function alternating(sides, rounds) {
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of Object.entries(sides)) results[name].push(await side());
  }
  return results;
}

/** Medians of the ratios of the runs that stood side by side, with the smallest and the largest. */
export function ratio(ours, theirs, of = (result) => result.seconds) {
  const all = ours.map((result, at) => of(result) / of(theirs[at]));
  return { median: median(all), low: Math.min(...all), high: Math.max(...all) };
}
