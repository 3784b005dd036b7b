// What stands beside our readers, each in a process of its own. argv: name, files. Prints one line of JSON.
import fs from 'node:fs';

const [name, ...args] = process.argv.slice(2);

const peers = {
  /** Old rows lie in its database; the new file is read and compared with them. */
  async duckdb([database, file]) {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(database, { threads: '2' });
    const connection = await instance.connect();
    const read = `read_csv('${file}', delim=';', header=true, all_varchar=true, encoding='latin-1', null_padding=false, ignore_errors=false)`;
    if (file === undefined) return;
    if (args[2] === 'prepare') {
      await connection.run(`CREATE TABLE old AS SELECT * FROM ${read}`);
      await connection.run('CHECKPOINT');
      return;
    }
    const answer = await connection.runAndReadAll(
      `SELECT count(*) FILTER (o.Nr IS NULL), count(*) FILTER (n.Nr IS NULL),
         count(*) FILTER (o.Nr IS NOT NULL AND n.Nr IS NOT NULL AND o IS DISTINCT FROM n)
       FROM ${read} n FULL JOIN old o ON n.Nr = o.Nr`,
    );
    return answer.getRows().map((row) => row.map(Number));
  },
  async xlsx([file]) {
    const xlsx = await import('xlsx');
    const book = xlsx.read(fs.readFileSync(file), { dense: true });
    const rows = xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]], {
      header: 1,
      raw: false,
    });
    return { rows: rows.length - 1 };
  },
  async 'fast-xml-parser'([file]) {
    const { XMLParser } = await import('fast-xml-parser');
    const options = { ignoreAttributes: false, parseTagValue: false };
    const read = new XMLParser(options).parse(fs.readFileSync(file, 'utf8'));
    return { rows: read.shop.offers.offer.length };
  },
  /** One of our readers alone, as the peers are loaded alone; every cell asked for. */
  async ours([format, file]) {
    const { [format]: adapter } = await import(`../../dist/adapters/${format}/read.js`);
    const { openSpooled } = await import('../../dist/src/files/spooled.js');
    const files = [openSpooled({ name: file, path: file })];
    const options = format === 'xml' ? { path: 'shop/offers/offer' } : {};
    const opened = await adapter.open({ files, options });
    if ('refusal' in opened) throw new Error(JSON.stringify(opened.refusal));
    let rows = 0;
    for await (const batch of opened.reader.batches()) {
      if (batch.refusal !== undefined) throw new Error(JSON.stringify(batch.refusal));
      for (const record of batch.records) {
        if (Array.isArray(record.cells())) rows += 1;
      }
    }
    return { rows };
  },
};

console.log(
  JSON.stringify({
    result: await peers[name](args),
    rssMb: process.resourceUsage().maxRSS / 1_024,
  }),
);
