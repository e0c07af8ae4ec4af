import { createHash } from 'node:crypto';
import { z } from 'zod';
import { endDelivery, getDelivery, lastImportOf, setDeliveryDigest } from '#db/registry/deliveries.ts';
import { RegisterBusy } from '#db/registry/run.ts';
import { fileBytes } from '#flows/files/file-bytes.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { Refusal } from '#lib/refusal.ts';
import { importReport } from '#lib/registry/import/report-words.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { importOutcome } from './register-file.ts';
import type { JobContext } from './runner.ts';
import { waitWhileBusy } from './wait-while-busy.ts';

const parameters = z.object({ delivery: z.number(), kind: z.enum(['merge', 'replace']), path: z.string() });

/** Imports a file of the watched folder, once; moving it away is the watcher's. */
export async function importDelivery(context: JobContext): Promise<JobOutcome> {
  const { writer } = context.database;
  const given = parameters.parse(context.parameters);
  const delivery = getDelivery(writer, given.delivery);
  if (delivery?.state !== 'taken') return { code: 'delivery-already-handled' };
  const { name } = delivery;
  const sha256 = await digestOf(given.path, context);
  setDeliveryDigest(writer.db, given.delivery, sha256);

  const last = lastImportOf(writer, sha256, given.kind);
  if (last !== undefined) {
    const sentence = `${name} holds the same bytes as the last import (run ${last.id}, ${formatAuckland(last.startedAt)}) and was not imported again.`;
    endDelivery(writer.db, given.delivery, { state: 'known', runId: last.id, report: sentence }, now());
    return { code: 'delivery-known', file: name, run: last.id, importedAt: last.startedAt };
  }
  return await waitWhileBusy(
    context,
    (fault) => fault instanceof RegisterBusy,
    () => importFile(context, given, name),
  );
}

async function importFile(context: JobContext, given: z.output<typeof parameters>, name: string): Promise<JobOutcome> {
  const imported = await importRegister(context.database.writer, fileBytes(given.path), {
    kind: given.kind,
    source: name,
    isTriedAgain: true,
    maxMissing: settings().maxMissing,
    clock: now,
    actor: context.actor,
    onProgress: context.report,
    inTransaction(db, published) {
      const { run } = published;
      const words = importReport(name, published, now());
      // whoever was quicker with this very file has imported it
      if (!endDelivery(db, given.delivery, { state: 'imported', runId: run, report: words }, now())) {
        throw new Refusal(`${name} was imported already.`);
      }
      context.finishWithin(db, importOutcome(name, published));
    },
  });
  return importOutcome(name, imported);
}

async function digestOf(path: string, { report }: JobContext): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of fileBytes(path)) {
    hash.update(chunk);
    bytes += chunk.length;
    report('read-file', bytes, 0);
  }
  return hash.digest('hex');
}
