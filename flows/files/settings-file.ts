import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingError } from '#lib/env.ts';

/** The environment that this process was given, without the settings of a file. */
export const givenEnvironment: NodeJS.ProcessEnv = { ...process.env };

/**
 * Adds the settings of the file that `SETTINGS_FILE` names, as lines `NAME=value`, to the environment of this process. What
 * the environment itself has comes first.
 *
 * @throws SettingError if the file cannot be read
 */
export function readSettingsFile(): void {
  const { SETTINGS_FILE: file = '' } = givenEnvironment;
  if (file === '') return;
  for (const [name, value] of Object.entries(parseEnv(textOf(file)))) {
    if ((givenEnvironment[name] ?? '') === '') process.env[name] = value;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    throw new SettingError({ code: 'settings-file-unread', file, errno: (fault as NodeJS.ErrnoException).code ?? '' });
  }
}
