import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder, writeNewPrivateFile } from '#db/private-file.ts';
import { SettingError, settings } from '#lib/env.ts';
import { processWide } from '#lib/process-wide.ts';

/** The secret of this installation: `SECRET_KEY`, or else the one in a file beside the database, made at first use. */
export function secretKey(): Buffer {
  return processWide('secret-key', () => {
    const { secretKey: given, databaseFile } = settings();
    return Buffer.from(given ?? readOrMake(`${databaseFile}.secret`), 'hex');
  });
}

function readOrMake(file: string): string {
  if (!existsSync(file)) {
    makePrivateFolder(dirname(file));
    writeNewPrivateFile(file, `${randomBytes(32).toString('hex')}\n`);
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SettingError({ code: 'secret-file-damaged', file });
  return text;
}
