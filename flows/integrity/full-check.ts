import type { Connection } from '#db/client.ts';
import { checkAuditLog, checkFile, checkRows, insertDataCheck } from '#db/integrity.ts';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { transact, whenUnlocked } from '#db/transaction.ts';
import { checkCoverage } from '#flows/broadband/check-coverage.ts';
import { compactWitness } from '#flows/registry/build-witness.ts';
import { checkRegister } from '#flows/registry/check-register.ts';
import type { Clock } from '#lib/clock.ts';
import { DamageList, damageIn } from '#lib/readiness.ts';
import { type Fault, type Reason, Refusal, refuseFaults } from '#lib/refusal.ts';

/** What is wrong with the database: the file, its rows, the audit log, the register and the published coverage. */
export async function checkAllData(reader: Connection): Promise<Fault[]> {
  return [
    ...reading('database', () => checkFile(reader)),
    ...reading('database', () => checkRows(reader)),
    ...reading('audit log', () => faultOfLog(reader)),
    ...(await damageOf('register', (found) => checkRegister(reader, found))),
    ...(await damageOf('coverage', (found) => checkCoverage(reader, found))),
  ];
}

/** What a check finds; damage that ends it is what it found, and ends no other check. */
function reading(name: string, check: () => Reason[]): Fault[] {
  const faults = (reasons: readonly Reason[]) => reasons.map((reason) => ({ where: { name }, reason }));
  try {
    return faults(check());
  } catch (fault) {
    const damage = damageIn(fault);
    if (damage === undefined) throw fault;
    return faults([damage]);
  }
}

function faultOfLog(reader: Connection): Reason[] {
  const log = checkAuditLog(reader);
  return 'fault' in log ? [log.fault] : [];
}

/** Checks all data, and records the result: an alarm while something is wrong, and no alarm of damage when nothing is. */
export async function runDataCheck(writer: Connection, clock: Clock): Promise<Refusal | undefined> {
  const startedAt = clock();
  const refusal = refusalOf(await checkAllData(writer));
  const endedAt = clock();
  if (refusal === undefined) await whenUnlocked(writer, () => compactWitness(writer));
  await transact(writer, (db) => {
    insertDataCheck(db, { startedAt, endedAt, faults: refusal?.record ?? null });
    if (refusal === undefined) {
      for (const subject of ['data check', 'registry data', 'broadband data'] as const)
        clearAlarm(writer, subject, endedAt);
    } else raiseAlarm(writer, 'data check', { code: 'data-check-failed', refusal: refusal.record }, endedAt);
  });
  return refusal;
}

async function damageOf(name: string, check: (found: DamageList) => Promise<void>): Promise<Fault[]> {
  const found = new DamageList();
  try {
    await check(found);
  } catch (fault) {
    const damage = damageIn(fault);
    if (damage === undefined) throw fault;
    found.add(damage);
  }
  return found.first.map((reason) => ({ where: { name }, reason }));
}

function refusalOf(faults: readonly Fault[]): Refusal | undefined {
  try {
    refuseFaults({ code: 'database-unsound' }, faults);
    return undefined;
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}
