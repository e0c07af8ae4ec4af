import { z } from 'zod';
import { parseTrustedProxies } from './access/trusted-proxies.ts';
import { largestFileBytes } from './broadband/import/source-file.ts';
import { processWide } from './process-wide.ts';

/** A setting that cannot be used; its message is the one sentence an operator sees. */
export class SettingError extends Error {
  override name = 'SettingError';
}

const hourMs = 3_600_000;
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function whole(name: string, least: number, most: number, otherwise: number) {
  return wholeIfSet(name, least, most).default(otherwise);
}

function wholeIfSet(name: string, least: number, most: number) {
  const sentence = `${name} must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, sentence)
    .transform(Number)
    .pipe(z.number(sentence).min(least, sentence).max(most, sentence));
}

const schema = z.object({
  PORT: whole('PORT', 0, 65_535, 3000),
  HOST: z.string().min(1).default('::'),
  DATABASE_URL: z
    .string()
    .regex(/^file:.+/, 'DATABASE_URL must begin with file: and name a SQLite file, as in file:./data/watea.db')
    .default('file:./data/watea.db'),
  TRUSTED_PROXIES: z.string().default(''),
  WEB_CONCURRENCY: whole('WEB_CONCURRENCY', 1, 64, 1),
  WATEA_ENVIRONMENT: z
    .enum(['test', 'staging', 'pre-production', 'production'], {
      error: 'WATEA_ENVIRONMENT must be one of test, staging, pre-production, production',
    })
    .default('test'),
  BASE_URL: z
    .string()
    .refine(isOrigin, 'BASE_URL must be an address such as https://watea.example, without a path')
    .optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'SECRET_KEY must be 32 bytes written as 64 hexadecimal digits')
    .optional(),
  SUPPORT_EMAIL: z.email('SUPPORT_EMAIL must be an e-mail address').default('support@watea.example'),
  MAX_DOMAINS: whole('MAX_DOMAINS', 1, 100_000, 1000),
  MAX_MISSING: whole('MAX_MISSING', 0, 10_000_000, 50),
  FEED_MAX_AGE: wholeIfSet('FEED_MAX_AGE', 1, 8760).optional(),
  REGISTER_INBOX: z.string().optional(),
  MAX_UPLOAD_BYTES: whole('MAX_UPLOAD_BYTES', 1, 2 ** 40, largestFileBytes),
  TILE_CACHE_BYTES: whole('TILE_CACHE_BYTES', 0, 2 ** 40, 2 ** 28),
  TILE_URL: z
    .string()
    .refine(
      isTileUrl,
      'TILE_URL must be an http or https address with {z}, {x} and {y}, as in https://tiles.example/{z}/{x}/{y}.png',
    )
    .optional(),
  TILE_ATTRIBUTION: z.string().optional(),
  WATEA_NOW: z
    .string()
    .regex(isoInstant, 'WATEA_NOW must be an instant such as 2026-04-05T00:00:33+12:00, with its offset')
    .refine(isExistingInstant, 'WATEA_NOW must be an instant that exists')
    .optional(),
  WATEA_CLOCK_OFFSET_MS: z
    .string()
    .regex(/^-?\d+$/, 'WATEA_CLOCK_OFFSET_MS is set by the server itself')
    .optional(),
  WATEA_DEMO: z.enum(['auto', 'off'], { error: 'WATEA_DEMO must be auto or off' }).default('auto'),
  API_LANE: z.enum(['direct', 'next'], { error: 'API_LANE must be direct or next' }).default('direct'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], {
      error: 'LOG_LEVEL must be one of silent, error, warn, info, debug',
    })
    .default('info'),
});

/** `Date.parse` takes 30 February for 2 March. */
function isExistingInstant(text: string): boolean {
  const midnight = Date.parse(`${text.slice(0, 10)}T00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text.slice(0, 10));
  return isDay && !Number.isNaN(Date.parse(text));
}

function isTileUrl(text: string): boolean {
  const isComplete = ['{z}', '{x}', '{y}'].every((place) => text.includes(place));
  return (
    isComplete && /^https?:\/\/[^\s"'<>;,/]+\/[^\s"'<>;,]+$/i.test(text) && URL.canParse(text.replaceAll('{s}', 'a'))
  );
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { href, origin } = new URL(text);
  return href === `${origin}/`;
}

/**
 * Parses every setting of `environment` (see design: Settings).
 *
 * @throws SettingError one sentence that names the setting, what it may be and what it was
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, environment[name] === '' ? undefined : environment[name]]),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    // a secret is not repeated: the sentence ends up in logs
    const shown = name === 'SECRET_KEY' ? `has ${given[name]?.length} characters` : `is ${JSON.stringify(given[name])}`;
    throw new SettingError(`${issue?.message ?? 'A setting is wrong'}; it ${shown}.`);
  }
  const value = parsed.data;
  const trustedProxies = parseTrustedProxies(value.TRUSTED_PROXIES);
  if (!trustedProxies.ok) throw new SettingError(trustedProxies.reason);
  return {
    port: value.PORT,
    host: value.HOST,
    databaseFile: value.DATABASE_URL.slice('file:'.length),
    trustedProxies: trustedProxies.proxies,
    workers: value.WEB_CONCURRENCY,
    environment: value.WATEA_ENVIRONMENT,
    baseUrl: new URL(value.BASE_URL ?? `http://localhost:${value.PORT}`).origin,
    secretKey: value.SECRET_KEY,
    supportEmail: value.SUPPORT_EMAIL,
    maxDomains: value.MAX_DOMAINS,
    maxMissing: value.MAX_MISSING,
    feedMaxAgeMs: value.FEED_MAX_AGE === undefined ? undefined : value.FEED_MAX_AGE * hourMs,
    registerInbox: value.REGISTER_INBOX,
    maxUploadBytes: value.MAX_UPLOAD_BYTES,
    tileCacheBytes: value.TILE_CACHE_BYTES,
    streetMap: streetMapOf(value),
    demonstration: value.WATEA_DEMO,
    apiLane: value.API_LANE,
    logLevel: value.LOG_LEVEL,
    clockOffsetMs: clockOffset(value),
  };
}

/** Whoever draws a street map asks to be named beside it: without a name it is not shown. */
function streetMapOf({ TILE_URL: url, TILE_ATTRIBUTION: attribution }: z.infer<typeof schema>) {
  if (url === undefined) return undefined;
  if (attribution === undefined) {
    throw new SettingError('TILE_ATTRIBUTION must name whose street map TILE_URL gives, for it is shown on the map.');
  }
  return { url, attribution };
}

function clockOffset(value: z.infer<typeof schema>): number {
  if (value.WATEA_ENVIRONMENT !== 'test') return 0;
  // The first process computed the offset from WATEA_NOW once; its workers inherit it and run on the same clock.
  if (value.WATEA_CLOCK_OFFSET_MS !== undefined) return Number(value.WATEA_CLOCK_OFFSET_MS);
  return value.WATEA_NOW === undefined ? 0 : Date.parse(value.WATEA_NOW) - Date.now();
}

export type Settings = ReturnType<typeof parseSettings>;

/** The settings of this process, parsed at the first call. @throws SettingError as `parseSettings` */
export function settings(): Settings {
  return processWide('settings', () => parseSettings(process.env));
}

/** The environment that workers and threads start with: the clock runs on the offset the first process computed. */
export function environmentForChildren(): Record<string, string | undefined> {
  return { ...process.env, WATEA_CLOCK_OFFSET_MS: String(settings().clockOffsetMs) };
}
