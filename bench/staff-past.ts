import type { Connection } from '#db/client.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';

/** How much has happened when the screens of staff must still be fast. */
export interface PastSize {
  /** Keys that are used on one day in ten, and those of them that are used every hour. */
  readonly keys: number;
  readonly hourlyKeys: number;
  readonly registrars: number;
  readonly refusedAnHour: number;
  readonly callersADay: number;
  readonly changes: number;
}

export const fullPast: PastSize = {
  keys: 100_000,
  hourlyKeys: 2000,
  registrars: 200,
  refusedAnHour: 300,
  callersADay: 4000,
  changes: 1_000_000,
};

export const quickPast: PastSize = { ...fullPast, keys: 5000, hourlyKeys: 100, callersADay: 200, changes: 50_000 };

const hourMs = 3_600_000;

/** The whole numbers from `first` to `last`, as a table. */
export const numbers = (first: number, last: number) =>
  `(WITH RECURSIVE n (value) AS (SELECT ${first} UNION ALL SELECT value + 1 FROM n WHERE value < ${last}) SELECT value FROM n)`;

/** Adds a year of counts and changes of staff to a migrated database, straight into its tables. */
export function seedPast({ sqlite }: Connection, size: PastSize, nowMs: number): void {
  sqlite.transaction(() => {
    seedCounts(sqlite, size, nowMs);
    seedCallers(sqlite, size, nowMs);
    seedChanges(sqlite, size, nowMs);
  })();
  sqlite.exec('ANALYZE');
}

/** Days and hours, latest first, as JSON for `json_each`: its key counts them back from now. */
function spansUntil(nowMs: number) {
  const days = Array.from({ length: 365 }, (_, back) => aucklandMidnight(nowMs, -back));
  const hours = Array.from({ length: 35 * 24 }, (_, back) => nowMs - (nowMs % hourMs) - back * hourMs);
  return { day: JSON.stringify(days.toReversed()), hour: JSON.stringify(hours.toReversed()) };
}

function seedCounts(sqlite: Connection['sqlite'], size: PastSize, nowMs: number): void {
  const { keys, hourlyKeys, registrars } = size;
  for (const [span, starts] of Object.entries(spansUntil(nowMs))) {
    const count = (of: string) =>
      sqlite.prepare(`INSERT INTO usage_count SELECT '${span}', start.value, ${of}`).run(starts);
    count(`'broadband', n.value, 200, 24 + n.value * (start.key + 7) % 991
      FROM json_each(?) AS start CROSS JOIN ${numbers(1, hourlyKeys)} AS n`);
    if (span === 'day')
      count(`'broadband', n.value * 10 + start.key % 10, 200, 1 + n.value % 13
        FROM json_each(?) AS start CROSS JOIN ${numbers(hourlyKeys / 10 + 1, keys / 10 - 1)} AS n`);
    count(`'broadband', n.value * 9, 429, 3
      FROM json_each(?) AS start CROSS JOIN ${numbers(1, Math.floor(hourlyKeys / 9))} AS n`);
    count(`'registry', n.value, 200, 1 + n.value * start.key % 977
      FROM json_each(?) AS start CROSS JOIN ${numbers(1, registrars)} AS n`);
    count(`'registry', 0, 403, 50 FROM json_each(?) AS start`);
    sqlite
      .prepare(
        `INSERT INTO usage_latency SELECT '${span}', start.value, 'broadband', n.value, start.key + n.value
         FROM json_each(?) AS start CROSS JOIN ${numbers(40, 69)} AS n`,
      )
      .run(starts);
  }
}

/** Callers and refused ones of the 30 days that addresses are kept. */
function seedCallers(sqlite: Connection['sqlite'], size: PastSize, nowMs: number): void {
  const { callersADay, hourlyKeys, refusedAnHour } = size;
  const starts = spansUntil(nowMs);
  const address = (range: string) => `'${range}' || (n.value >> 8) || '.' || (n.value & 255)`;
  sqlite
    .prepare(
      `INSERT INTO usage_caller
       SELECT start.value, 'broadband', 1 + n.value % ${hourlyKeys}, ${address("10.' || (start.key % 3) || '.")}, 5, 1, start.value + n.value
       FROM json_each(?) AS start CROSS JOIN ${numbers(1, callersADay)} AS n WHERE start.key >= 335`,
    )
    .run(starts.day);
  sqlite
    .prepare(
      `INSERT INTO refused_caller
       SELECT start.value, ${address("100.64.' || (start.key * 7 % 200) || '.")}, 'registry', 'not allowed', 1 + n.value % 9, start.value + n.value
       FROM json_each(?) AS start CROSS JOIN ${numbers(1, refusedAnHour)} AS n WHERE start.key >= 120`,
    )
    .run(starts.hour);
}

function seedChanges(sqlite: Connection['sqlite'], { changes }: PastSize, nowMs: number): void {
  // the index of the search is made at once afterwards, in a tenth of the time
  const trigger = sqlite.prepare("SELECT sql FROM sqlite_schema WHERE name = 'audit_entry_is_searched'").pluck().get();
  sqlite.exec('DROP TRIGGER audit_entry_is_searched');
  sqlite
    .prepare(
      `INSERT INTO audit_entry (id, at, who, address, action, subject, before, after, previous_hash, hash)
       SELECT value, ? - (${changes} - value) * 20000, 'editor' || (value % 40) || '@watea.example', '192.0.2.1',
         json_extract('["network.add","key.issue","key.revoke","user.change","staff.sign-in","registrar.change"]', '$[' || (value % 6) || ']'),
         'subject' || (value % 50000) || '.example',
         json_object('note', 'Note ' || value, 'perSecond', 5), json_object('note', 'Note ' || (value + 1), 'perSecond', value % 90),
         iif(value = 1, '', 'h' || (value - 1)), 'h' || value
       FROM ${numbers(1, changes)}`,
    )
    .run(nowMs);
  sqlite.exec(`INSERT INTO audit_text (audit_text) VALUES ('rebuild'); ${trigger}`);
}
