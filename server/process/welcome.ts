import { readDemonstrationKey } from '#flows/demonstration/seed.ts';
import { settings } from '#lib/env.ts';
import type { Prepared } from './prepare.ts';

/** What the operator sees once the service answers: where the map is, and a command to try each API with. */
export function welcome(port: number, { demonstration, firstAdmin }: Prepared): string {
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
      : 'Let a registrar in with "npm run watea -- allow add CIDR --registrar NAME", issue a key with "npm run watea -- keys issue --user EMAIL".',
  ];
  if (firstAdmin.length > 0) lines.push('', ...firstAdmin);
  return `${lines.join('\n')}\n`;
}
