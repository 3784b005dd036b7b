// Another program that reads a database and does not end its transaction before it is ended itself.
import Sqlite from 'better-sqlite3';

const database = new Sqlite(process.argv[2], { readonly: true });
database.exec('BEGIN');
const seen = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
process.stdout.write(`reading ${seen} tables\n`);
setInterval(() => undefined, 60_000);
