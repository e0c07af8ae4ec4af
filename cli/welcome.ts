import { readDemonstrationKey } from '#flows/demonstration/seed.ts';
import type { FirstAdmin } from '#flows/staff/first-admin.ts';
import { settings } from '#lib/env.ts';
import { linkLifetimeHours } from '#lib/staff/one-time-link.ts';

interface Welcome {
  /** Whether the database contains demonstration data. */
  readonly demonstration: boolean;
  readonly firstAdmin: FirstAdmin | undefined;
}

/** What the operator sees once the service answers: where the map is, and a command to try each API with. */
export function welcome(port: number, { demonstration, firstAdmin }: Welcome): string {
  const { baseUrl, databaseFile } = settings();
  const origin = `http://localhost:${port}`;
  const key = demonstration ? readDemonstrationKey(databaseFile) : undefined;
  const lines = [
    `Wātea is running at ${settings().port === 0 ? origin : baseUrl}/ (the map).`,
    '',
    `  curl -g '${origin}/1.0/availability?domains[]=demo-kauri-books.co.nz'`,
    `  curl '${origin}/api/1.0/availability/yx/-41.2866/174.7756?api_key=${key ?? '<key>'}'`,
    '',
    demonstration
      ? 'These are demonstration data: invented providers, names and areas.'
      : 'Let a registrar in with "npm run watea -- allow add CIDR --registrar NAME --new-registrar", issue a key with "npm run watea -- keys issue --user EMAIL".',
  ];
  if (firstAdmin !== undefined) lines.push('', ...firstAdminLines(firstAdmin, baseUrl));
  return `${lines.join('\n')}\n`;
}

function firstAdminLines(firstAdmin: FirstAdmin, baseUrl: string): string[] {
  if (firstAdmin === 'by command') {
    return [`For the staff screens at ${baseUrl}/admin run "npm run watea -- staff add EMAIL --role admin".`];
  }
  return [
    `Become the first administrator here, within ${linkLifetimeHours} hours (the link works once and is shown only once):`,
    `  ${firstAdmin.link}`,
  ];
}
