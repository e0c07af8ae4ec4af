import { existsSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

// Loaded into a process with `--import`: before the write number `HELD_WRITE` whose SQL begins with `HELD_SQL` it makes the
// file `WRITE_IS_HELD`, and waits until the file `WRITE_MAY_GO_ON` exists.

const { HELD_WRITE = '', HELD_SQL = '', WRITE_IS_HELD = '', WRITE_MAY_GO_ON = '' } = process.env;
const still = new Int32Array(new SharedArrayBuffer(4));
const { prepare } = Database.prototype;
let writes = 0;

function hold(): void {
  writes++;
  if (writes !== Number(HELD_WRITE)) return;
  writeFileSync(WRITE_IS_HELD, '');
  while (!existsSync(WRITE_MAY_GO_ON)) Atomics.wait(still, 0, 0, 20);
}

Database.prototype.prepare = function (this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql);
  if (!sql.startsWith(HELD_SQL)) return statement;
  const run = statement.run.bind(statement) as (...values: unknown[]) => unknown;
  const held = (...values: unknown[]) => {
    hold();
    return run(...values);
  };
  return Object.defineProperty(statement, 'run', { value: held });
} as typeof prepare;
