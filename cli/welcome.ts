import { readDemonstrationKey } from '#flows/demonstration/seed.ts';
import { givenEnvironment } from '#flows/files/settings-file.ts';
import type { FirstAdmin } from '#flows/staff/links.ts';
import { settings } from '#lib/env.ts';
import { linkLifetimeHours } from '#lib/staff/one-time-link.ts';

interface Welcome {
  /** Whether the database contains demonstration data. */
  readonly demonstration: boolean;
  readonly firstAdmin: FirstAdmin | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What the operator sees once both APIs answer: the pages need some seconds more. */
export function soonWords(port: number): string {
  return `Both APIs answer on port ${port}. The map and the staff screens are starting …\n`;
}

/**
 * What the operator sees once everything answers: where the map is, and a command to try each API with.
 *
 * @param given the settings that this process was given, with which the commands work in another shell
 */
export function welcome(
  port: number,
  { demonstration, firstAdmin }: Welcome,
  given: Environment = givenEnvironment,
): string {
  const { baseUrl, databaseFile } = settings();
  const origin = `http://localhost:${port}`;
  const key = demonstration ? readDemonstrationKey(databaseFile) : undefined;
  const lines = [
    `Wātea is running at ${settings().port === 0 ? origin : baseUrl}/ (the map).`,
    '',
    `  curl -g '${origin}/1.0/availability?domains[]=${demonstration ? 'demo-kauri-books' : 'example'}.co.nz'`,
    `  curl '${origin}/api/1.0/availability/yx/-41.2866/174.7756?api_key=${key ?? '<key>'}'`,
    '',
    demonstration
      ? 'These are demonstration data: invented providers, names and areas.'
      : `Let a registrar in with "${command(given, 'allow add CIDR --registrar NAME --new-registrar')}", issue a key with "${command(given, 'keys issue --user EMAIL')}".`,
  ];
  if (firstAdmin !== undefined) lines.push('', ...firstAdminLines(firstAdmin, baseUrl, given));
  return `${lines.join('\n')}\n`;
}

function firstAdminLines(firstAdmin: FirstAdmin, baseUrl: string, given: Environment): string[] {
  if (firstAdmin === 'by command') {
    return [`For the staff screens at ${baseUrl}/admin run "${command(given, 'staff add EMAIL --role admin')}".`];
  }
  return [
    `Become the first administrator here, within ${linkLifetimeHours} hours (the link works once and is shown only once):`,
    `  ${firstAdmin.link}`,
  ];
}

/** The settings that decide which database a command changes and where its links lead. */
const settingsOfCommands = ['SETTINGS_FILE', 'DATABASE_URL', 'PORT', 'BASE_URL'] as const;

function command(given: Environment, text: string): string {
  const assignments = settingsOfCommands.flatMap((name) => {
    const value = given[name] ?? '';
    return value === '' ? [] : [`${name}=${inShell(value)} `];
  });
  return `${assignments.join('')}npm run watea -- ${text}`;
}

const inShell = (value: string) => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
