import { createReadStream } from 'node:fs';
import { openWriter } from '#db/client.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { undoLastImport } from '#flows/registry/undo-import.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';

// `register import FILE` and `register undo` without the rest of the command line, for tests that kill many.
const [what, file = ''] = process.argv.slice(2);
const connection = openWriter(settings().databaseFile);
const options = { clock: now, actor: { who: 'killed', address: null } };
if (what === 'undo') await undoLastImport(connection, options);
else
  await importRegister(connection, createReadStream(file), { ...options, kind: 'merge', source: file, maxMissing: 0 });
