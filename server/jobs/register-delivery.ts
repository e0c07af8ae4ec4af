import { z } from 'zod';
import { endDelivery, getDelivery, setDeliveryDigest } from '#db/registry/deliveries.ts';
import { getLastImportOf } from '#db/registry/runs.ts';
import { transact } from '#db/transaction.ts';
import { fileBytes } from '#flows/files/file-bytes.ts';
import { digestOf } from '#flows/files/hashed.ts';
import { importRegister, isRegisterBusy } from '#flows/registry/import-register.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { Refusal } from '#lib/refusal.ts';
import { importOutcome } from './register-file.ts';
import type { JobContext } from './runner.ts';
import { waitWhileBusy } from './wait-while-busy.ts';

const parameters = z.object({ delivery: z.number(), kind: z.enum(['merge', 'replace']), path: z.string() });
type Parameters = z.output<typeof parameters>;

/** Imports a file of the watched folder, once. The watcher moves the file afterwards. */
export async function importDelivery(context: JobContext): Promise<JobOutcome> {
  const { writer } = context.database;
  const given = parameters.parse(context.parameters);
  const delivery = getDelivery(writer, given.delivery);
  if (delivery?.state !== 'taken') return { code: 'delivery-already-handled' };
  const { name } = delivery;
  const sha256 = await digestOf(fileBytes(given.path), (bytes) => context.report('read-file', bytes, 0));
  await transact(writer, (db) => setDeliveryDigest(db, given.delivery, sha256));

  const last = getLastImportOf(writer, sha256, given.kind);
  if (last !== undefined) {
    const known = { run: last.id, importedAt: last.startedAt };
    const outcome = { code: 'known', ...known } as const;
    const end = { state: 'known', runId: last.id, outcome } as const;
    const found = { code: 'delivery-known', file: name, ...known } as const;
    await transact(writer, (db) => {
      endDelivery(db, given.delivery, end, now());
      context.finishWithin(db, found);
    });
    return found;
  }
  return await waitWhileBusy(context, isRegisterBusy, () => importFile(context, given, name));
}

async function importFile(
  context: JobContext,
  { delivery, path, kind }: Parameters,
  name: string,
): Promise<JobOutcome> {
  const imported = await importRegister(context.database.writer, fileBytes(path), {
    kind,
    source: name,
    isTriedAgain: true,
    maxMissing: settings().maxMissing,
    clock: now,
    actor: context.actor,
    onProgress: context.report,
    inTransaction(db, published) {
      const end = { state: 'imported', runId: published.run, outcome: { code: 'imported', ...published } } as const;
      // another process may have imported this very file by now
      if (!endDelivery(db, delivery, end, now())) throw new Refusal({ code: 'delivery-imported', file: name });
      context.finishWithin(db, importOutcome(name, published));
    },
  });
  return importOutcome(name, imported);
}
