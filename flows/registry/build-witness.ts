import type { Connection } from '#db/client.ts';
import { bumpGeneration, readGeneration } from '#db/generation.ts';
import { checkFile } from '#db/integrity.ts';
import { listedNames } from '#db/registry/listed-names.ts';
import { rowsOf } from '#db/registry/pages-by-name.ts';
import { currentWitness, registerWitness } from '#db/registry/register-witness.ts';
import { registerStates } from '#db/registry/states.ts';
import {
  countRecords,
  getWitnessKey,
  markWitnessBuilt,
  putWholeWitness,
  removeAllRecords,
  type WitnessLog,
} from '#db/registry/witness-log.ts';
import { sharedNow } from '#lib/clock.ts';
import { refuseFaults } from '#lib/refusal.ts';
import { EntryCollector, freeSeal, sealOfListed, sealOfState } from '#lib/registry/witness/entries.ts';

/** How many records a reader may have to read before they are made one. */
const mostRecords = 40;

/**
 * Gives a database of before there was a witness its first one. This once it is made from the rows that it will guard, so
 * the whole file is checked first.
 *
 * @throws Refusal when the file is damaged
 */
export function prepareWitness(writer: Connection): void {
  if (getWitnessKey(writer).isBuilt) return;
  const faults = checkFile(writer).map((reason) => ({ where: { name: 'database' }, reason }));
  refuseFaults({ code: 'database-unsound' }, faults);
  buildWitness(writer);
}

/** Makes the witness from the rows of names as they are now. */
export function buildWitness(writer: Connection): void {
  const { db, sqlite } = writer;
  const { hash } = registerWitness(writer);
  const build = sqlite.transaction(() => {
    removeAllRecords(db);
    const { value: published } = readGeneration(db, 'register');
    const register = new EntryCollector();
    for (const { name, ...state } of rowsOf(registerStates(writer).pages(published))) {
      const seal = sealOfState(state);
      if (seal !== freeSeal) register.add(hash(name), seal, state);
    }
    if (published > 0) putWholeWitness(db, 'register', published, register.sorted());

    const list = new EntryCollector();
    for (const { name, status } of listedNames(writer)) list.add(hash(name), sealOfListed(status));
    bumpGeneration(db, 'listed names', sharedNow());
    putWholeWitness(db, 'listed names', readGeneration(db, 'listed names').value, list.sorted());
    markWitnessBuilt(db);
  });
  build.immediate();
}

/** Makes many records one, so that a process that starts has little to read. What the witness says does not change. */
export function compactWitness(writer: Connection): void {
  const { db, sqlite } = writer;
  const compact = (log: WitnessLog) => {
    if (countRecords(writer, log) <= mostRecords) return;
    const witness = currentWitness(writer);
    putWholeWitness(db, log, readGeneration(db, log).value, witness.entries(log));
  };
  sqlite
    .transaction(() => {
      compact('register');
      compact('listed names');
    })
    .immediate();
}
