// npm run bench import [-- --quick]: an import beside programs that do the same job, on the same files in the same run.
// Whole processes, medians of alternating pairs. ROWS="100000 1000000" and ROUNDS=5 say how much; --quick is a slice.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { columns, shuffled, writeCsv, writeXlsx, writeXml } from './import/generate.js';
import { alternating, median, ratio, run } from './import/measure.js';
import { createShop } from './import/shop.js';

const isQuick = process.argv.includes('--quick');
const rounds = Number(process.env.ROUNDS ?? (isQuick ? 1 : 5));
// It lasts as long as all others together, and its ratio is far from its goal.
const roundsOfSending = Math.min(rounds, 2);
const sizes = (process.env.ROWS ?? (isQuick ? '20000' : '100000 1000000')).split(' ').map(Number);
const treeRows = Number(process.env.TREE_ROWS ?? (isQuick ? 10_000 : 100_000));
const warmRows = 1_000_000;
const beside = (name) => fileURLToPath(new URL(`import/${name}`, import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-import-'));
const place = (name) => path.join(folder, name);
const table = [];
const stages = [];

try {
  for (const rows of sizes) await measureCsv(rows);
  await measureTrees();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
print();

async function measureCsv(rows) {
  console.log(`${rows} rows: files and the state before`);
  const file = Object.fromEntries(
    ['old', 'dayBefore', 'same', 'one', 'all', 'mixed'].map((name) => [name, place(`${name}.csv`)]),
  );
  writeCsv(file.old, { rows });
  // A blank line more, so that the digest of the whole file does not decide.
  writeCsv(place('again.csv'), { rows, end: '\r\n\r\n' });
  writeCsv(file.same, { rows, end: '\r\n' });
  writeCsv(file.one, { rows, change: 'onePercent' });
  writeCsv(file.all, { rows, change: 'all' });
  writeCsv(file.mixed, { rows, order: shuffled(rows) });
  writeCsv(file.dayBefore, { rows, change: 'dayBefore' });
  const shop = createShop(place('shop'));
  await shop.prepare(file.old, place('again.csv'), daysBefore(file, rows));
  const sqlite = await sqlitePeer(file.old);
  const duckdb = await duckdbPeer(file.old);

  const same = await alternating(
    {
      ours: () => shop.measure(file.same, 'plan'),
      mixed: () => shop.measure(file.mixed, 'plan'),
      ...sides({ sqlite: sqlite?.(file.same) }),
    },
    rounds,
  );
  planned({ rows, name: 'unchanged / sqlite3 .import + join', goal: 0.1 }, same.ours, same.sqlite);
  const inPass = ({ passMs }) => passMs;
  row(
    { rows, name: 'shuffled / in order', goal: 2.5 },
    ratio(same.mixed, same.ours, inPass).median,
  );
  const whole = await alternating(
    { ours: () => shop.whole(file.same), mixed: () => shop.whole(file.mixed) },
    rounds,
  );
  compare(
    { rows, name: 'shuffled / in order, whole processes', goal: 2.5 },
    whole.mixed,
    whole.ours,
  );
  memory({ rows, name: 'unchanged', goalMb: 192 }, await shop.measure(file.same, 'daemon'));

  const one = await alternating(
    {
      ours: () => shop.measure(file.one, 'plan'),
      ...sides({
        duckdb: duckdb?.(file.one),
        diff: () =>
          run('diff', ['-a', '--speed-large-files', file.old, file.one], { okCodes: [1] }),
      }),
    },
    rounds,
  );
  planned({ rows, name: '1 % changed / DuckDB, 2 threads', goal: 0.6 }, one.ours, one.duckdb);
  planned({ rows, name: '1 % changed / diff -a', goal: 1.25 }, one.ours, one.diff);
  memory({ rows, name: '1 % changed', goalMb: 256 }, await shop.measure(file.one, 'daemon'));

  const all = await alternating(
    { ours: () => shop.measure(file.all, 'plan'), ...sides({ sqlite: sqlite?.(file.all) }) },
    rounds,
  );
  planned({ rows, name: 'all changed / sqlite3 that counts', goal: 1.5 }, all.ours, all.sqlite);
  // A batch is built when a slot is free for it, so the last one is built when nearly all are answered.
  const sent = await alternating(
    {
      ours: () => shop.measure(file.all, 'daemon'),
      floor: () => shop.floor(),
      ...sides({ sqlite: sqlite?.(file.all) }),
    },
    roundsOfSending,
  );
  planned(
    { rows, name: 'all changed, every batch built and answered / sqlite3 that counts', goal: 1.5 },
    sent.ours,
    sent.sqlite,
  );
  const least = {
    rows,
    name: 'the least that such an import asks of SQLite / sqlite3 that counts',
  };
  compare({ ...least, goal: 1.5 }, sent.floor, sent.sqlite);
  memory({ rows, name: 'all changed', goalMb: 320 }, sent.ours[0]);
  const idle = await shop.idle(median(sent.ours.map(inPass)));
  const delay = median(sent.ours.map(({ delayMs }) => delayMs.p99));
  row(
    { rows, name: 'main thread, p99 delay while all changes / idle', goal: 2 },
    delay / idle.delayMs.p99,
  );
  const longest = Math.max(...sent.ours.map(({ delayMs }) => delayMs.max));
  console.log(`  longest delay ${longest.toFixed(0)} ms; idle ${idle.delayMs.max.toFixed(0)} ms`);

  for (const [name, given] of Object.entries({
    unchanged: file.same,
    '1 %': file.one,
    all: file.all,
  })) {
    fs.copyFileSync(given, place('shop/out/articles.csv'));
    fs.rmSync(place('shop/state'), { recursive: true });
    fs.cpSync(place('shop/prepared'), place('shop/state'), { recursive: true });
    const { text } = await run(process.execPath, [beside('stages.js'), place('shop')]);
    stages.push({ rows, name, ...JSON.parse(text) });
  }
}

/** A million rows in all, an export whose rows changed and the old one in turn, which is the last. */
function daysBefore({ dayBefore, old }, rows) {
  const pairs = Math.floor((warmRows / rows - 1) / 2);
  return Array.from({ length: Math.max(0, pairs) }, () => [dayBefore, old]).flat();
}

/** The old rows lie in a table with a key; timed are the import of the new file and the join that counts. */
async function sqlitePeer(old) {
  if (!(await isThere('sqlite3', ['--version']))) return undefined;
  const database = place('old.db');
  fs.rmSync(database, { force: true });
  const declared = columns.map((name, at) => `${name} TEXT${at === 0 ? ' PRIMARY KEY' : ''}`);
  const create = `CREATE TABLE rows (${declared.join(', ')});`;
  const load = (file, into) =>
    `${create.replace('rows', into)}\n.mode csv\n.separator ";"\n.import --skip 1 ${file} ${into}\n`;
  await run('sqlite3', [database], { input: load(old, 'old_rows') });
  const others = columns.slice(1);
  const differs = `(${others.map((c) => `n.${c}`)}) IS NOT (${others.map((c) => `o.${c}`)})`;
  const count = `SELECT count(*), sum(o.Nr IS NULL), sum(o.Nr IS NOT NULL AND ${differs}) FROM new_rows n LEFT JOIN b.old_rows o ON o.Nr = n.Nr;
SELECT count(*) FROM b.old_rows o WHERE NOT EXISTS (SELECT 1 FROM new_rows n WHERE n.Nr = o.Nr);\n`;
  return (file) => () =>
    run('sqlite3', [':memory:'], {
      input: `${load(file, 'new_rows')}ATTACH '${database}' AS b;\n${count}`,
    });
}

async function duckdbPeer(old) {
  if (!(await isThere(process.execPath, ['-e', 'import("@duckdb/node-api")']))) return undefined;
  const database = place('old.duckdb');
  fs.rmSync(database, { force: true });
  await run(process.execPath, [beside('peer.js'), 'duckdb', database, old, 'prepare']);
  return (file) => () => run(process.execPath, [beside('peer.js'), 'duckdb', database, file]);
}

async function isThere(command, args) {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

async function measureTrees() {
  console.log(`${treeRows} rows: XLSX and XML`);
  writeXml(place('articles.xml'), treeRows);
  await writeXlsx(place('articles.xlsx'), treeRows);
  const peer =
    (...args) =>
    async () => {
      const done = await run(process.execPath, [beside('peer.js'), ...args]);
      return { ...done, ...JSON.parse(done.text) };
    };
  const [book, tree] = [place('articles.xlsx'), place('articles.xml')];
  const sheets = await alternating(
    { ours: peer('ours', 'xlsx', book), xlsx: peer('xlsx', book) },
    rounds,
  );
  const ofMemory = ({ rssMb }) => rssMb;
  compare({ rows: treeRows, name: 'XLSX, every cell / xlsx', goal: 0.5 }, sheets.ours, sheets.xlsx);
  row(
    { rows: treeRows, name: 'XLSX, memory / xlsx', goal: 0.35 },
    ratio(sheets.ours, sheets.xlsx, ofMemory).median,
  );
  const trees = await alternating(
    { ours: peer('ours', 'xml', tree), fxp: peer('fast-xml-parser', tree) },
    rounds,
  );
  compare(
    { rows: treeRows, name: 'XML, every cell / fast-xml-parser', goal: 0.25 },
    trees.ours,
    trees.fxp,
  );
}

function sides(given) {
  return Object.fromEntries(Object.entries(given).filter(([, side]) => side !== undefined));
}

function compare({ rows, name, goal }, ours, theirs) {
  if (theirs === undefined) {
    table.push({ rows, name, ratio: 'peer absent here', goal: `<= ${goal}` });
    return;
  }
  const { median: value, low, high } = ratio(ours, theirs);
  const range = rounds > 1 ? ` (${low.toFixed(2)}-${high.toFixed(2)})` : '';
  row({ rows, name, goal }, value, { range });
}

/** From the stable file to the committed plan, in a daemon that runs; then without the copy. */
function planned(what, ours, theirs) {
  if (theirs === undefined) {
    compare(what, ours, theirs);
    return;
  }
  const of = (milliseconds) =>
    ratio(
      ours.map((run) => ({ seconds: milliseconds(run) / 1_000 })),
      theirs,
    );
  const { median: value, low, high } = of(({ passMs }) => passMs);
  const range = rounds > 1 ? ` (${low.toFixed(2)}-${high.toFixed(2)})` : '';
  const hasCopy = ours.every(({ afterCopyMs }) => afterCopyMs !== undefined);
  row(what, value, {
    range,
    ...(hasCopy && { withoutCopy: of(({ afterCopyMs }) => afterCopyMs).median }),
  });
}

function row({ rows, name, goal }, value, { range = '', withoutCopy } = {}) {
  const isMet = value <= goal ? '' : withoutCopy <= goal ? '  met without the copy' : '  missed';
  table.push({
    rows,
    name,
    ratio: `${value.toFixed(2)}${range}`,
    withoutCopy: withoutCopy?.toFixed(2),
    goal: `<= ${goal}${isMet}`,
  });
}

function memory({ rows, name, goalMb }, { rssMb }) {
  const isMet = rssMb <= goalMb ? '' : '  missed';
  table.push({
    rows,
    name: `${name}, peak memory of the daemon`,
    ratio: `${Math.round(rssMb)} MB`,
    goal: `<= ${goalMb} MB${isMet}`,
  });
}

function print() {
  const { model } = os.cpus()[0] ?? { model: 'unknown' };
  console.log(
    `\nnpm run bench import: ${rounds} pairs, Node ${process.version}, ${os.cpus().length} × ${model}\n`,
  );
  console.log('| rows | what | ratio | without the copy | goal |\n|---:|---|---|---|---|');
  for (const { rows, name, ratio: found, withoutCopy = '', goal } of table)
    console.log(`| ${rows} | ${name} | ${found} | ${withoutCopy} | ${goal} |`);
  console.log(
    '\n| rows | share of the time by stage | copy and SHA-256 | pass 1 | commits |\n|---:|---|---|---|---|',
  );
  for (const { rows, name, open, ...parts } of stages) {
    const whole = Object.values(parts).reduce((sum, part) => sum + part, 0);
    const share = (part) => `${Math.round((100 * part) / whole)} %`;
    const cells = [parts['copy and SHA-256'], parts['pass 1'], parts.commits].map(share);
    console.log(`| ${rows} | ${name} | ${cells.join(' | ')} |`);
  }
}
