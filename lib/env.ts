import { hostname } from 'node:os';
import { z } from 'zod';
import { parseNetworkSetting } from '#lib/access/network-index.ts';
import { largestFileBytes } from '#lib/broadband/import/source-file.ts';
import { parseDuration } from '#lib/time/typed-time.ts';
import { parseTarget } from './backup/target.ts';
import * as cluster from './cluster/cluster-settings.ts';
import { reasonOfIssue } from './fields.ts';
import * as notifications from './outbox/notification-settings.ts';
import { processWide } from './process-wide.ts';
import { type Reason, Refusal } from './refusal.ts';
import * as openId from './staff/openid/settings.ts';

/** A setting, or a file that belongs to one, that cannot be used; operators see its sentence when a process starts. */
export class SettingError extends Refusal {
  override name = 'SettingError';
}

const hourMs = 3_600_000;
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

type Check = (given: string) => boolean;
type TextCode =
  | `setting-not-${'a-file' | 'an-origin' | 'an-email' | 'tiles' | 'an-instant' | 'a-duration' | 'a-target'}`
  | `setting-not-${'a-map' | 'emails' | 'a-sender' | 'a-webhook' | 'a-node' | 'stale' | 'a-base' | 'an-issuer' | 'roles'}`
  | 'setting-no-such-instant'
  | 'setting-internal';

/** A setting that is refused, with the reason that `reasonOf` makes of what was given, unless it `isRight`. */
const setting = (isRight: Check, reasonOf: (given: string) => Reason) =>
  z.string().superRefine((given, context) => {
    if (!isRight(given)) context.addIssue({ code: 'custom', params: { reason: reasonOf(given) } });
  });

const text = (name: string, code: TextCode, right: RegExp | Check) =>
  setting(right instanceof RegExp ? (given) => right.test(given) : right, (given) => ({ code, name, given }));

const whole = (name: string, least: number, most: number) =>
  setting(
    (given) => /^\d+$/.test(given) && Number(given) >= least && Number(given) <= most,
    (given) => ({ code: 'setting-not-whole', name, given, least, most }),
  )
    .transform(Number)
    .meta({ least, most });

const choice = <const Choice extends string>(name: string, choices: readonly Choice[]) =>
  setting(
    (given) => choices.some((known) => known === given),
    (given) => ({ code: 'setting-not-a-choice', name, given, choices }),
  )
    .transform((given) => given as Choice)
    .meta({ choices });

const schema = z.object({
  PORT: whole('PORT', 0, 65_535).default(3000),
  HOST: z.string().default('::'),
  DATABASE_URL: text('DATABASE_URL', 'setting-not-a-file', /^file:.+/).default('file:./data/watea.db'),
  TRUSTED_PROXIES: z.string().default(''),
  WEB_CONCURRENCY: whole('WEB_CONCURRENCY', 1, 64).default(1),
  WATEA_ENVIRONMENT: choice('WATEA_ENVIRONMENT', ['test', 'staging', 'pre-production', 'production']).default('test'),
  BASE_URL: text('BASE_URL', 'setting-not-an-origin', isOrigin).optional(),
  SECRET_KEY: setting(
    (given) => /^[0-9a-fA-F]{64}$/.test(given),
    ({ length }) => ({ code: 'setting-not-a-secret', name: 'SECRET_KEY', length }),
  ).optional(),
  SUPPORT_EMAIL: text('SUPPORT_EMAIL', 'setting-not-an-email', z.regexes.email).default('support@watea.example'),
  ALERT_EMAIL: text('ALERT_EMAIL', 'setting-not-emails', notifications.isEmailList).optional(),
  SMTP_URL: setting(notifications.isSmtpUrl, () => ({ code: 'setting-not-smtp' })).optional(),
  MAIL_FROM: text('MAIL_FROM', 'setting-not-a-sender', notifications.isSender).optional(),
  ALERT_WEBHOOK: text('ALERT_WEBHOOK', 'setting-not-a-webhook', notifications.isWebhookUrl).optional(),
  ALERT_WEBHOOK_SECRET: setting(
    ({ length }) => length >= notifications.leastSecretLength,
    ({ length }) => ({ code: 'setting-secret-short', length, least: notifications.leastSecretLength }),
  ).optional(),
  OIDC_ISSUER: text('OIDC_ISSUER', 'setting-not-an-issuer', openId.isIssuer).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  OIDC_ROLES_CLAIM: z.string().default('roles'),
  OIDC_ROLES: text('OIDC_ROLES', 'setting-not-roles', openId.isRoleList).optional(),
  OIDC_TWO_FACTOR: z.string().default('mfa'),
  OIDC_ONLY_EXCEPT: text('OIDC_ONLY_EXCEPT', 'setting-not-an-email', z.regexes.email).optional(),
  PAGES_PER_SECOND: whole('PAGES_PER_SECOND', 1, 100_000).default(20),
  MAX_DOMAINS: whole('MAX_DOMAINS', 1, 100_000).default(1000),
  MAX_MISSING: whole('MAX_MISSING', 0, 10_000_000).default(50),
  FEED_MAX_AGE: whole('FEED_MAX_AGE', 1, 8760).optional(),
  REGISTER_INBOX: z.string().optional(),
  MAX_UPLOAD_BYTES: whole('MAX_UPLOAD_BYTES', 1, 2 ** 40).default(largestFileBytes),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: text(
    'BACKUP_EVERY',
    'setting-not-a-duration',
    (given) => parseDuration(given) !== undefined,
  ).optional(),
  BACKUP_KEEP: whole('BACKUP_KEEP', 1, 10_000).default(7),
  BACKUP_TO: text('BACKUP_TO', 'setting-not-a-target', (given) => parseTarget(given) !== undefined).optional(),
  BACKUP_KEY_ID: z.string().optional(),
  BACKUP_KEY_SECRET: z.string().optional(),
  BACKUP_REGION: z.string().default('us-east-1'),
  CLUSTER_URL: setting(cluster.isClusterUrl, () => ({ code: 'setting-not-a-cluster' })).optional(),
  CLUSTER_ALLOW_ASYNC: choice('CLUSTER_ALLOW_ASYNC', ['0', '1']).default('0'),
  NODE_NAME: text('NODE_NAME', 'setting-not-a-node', cluster.isNodeName).optional(),
  MAX_STALE: text('MAX_STALE', 'setting-not-stale', cluster.isMaxStale).default('60s'),
  BASE_DIR: text('BASE_DIR', 'setting-not-a-base', cluster.isBaseAddress).optional(),
  TILE_CACHE_BYTES: whole('TILE_CACHE_BYTES', 0, 2 ** 40).default(2 ** 28),
  TILE_URL: text('TILE_URL', 'setting-not-tiles', isTileUrl).optional(),
  TILE_ATTRIBUTION: z.string().optional(),
  AERIAL_URL: text('AERIAL_URL', 'setting-not-tiles', isTileUrl).optional(),
  AERIAL_ATTRIBUTION: z.string().optional(),
  BASE_MAP_URL: text('BASE_MAP_URL', 'setting-not-a-map', isWebAddress).optional(),
  LINZ_API_KEY: z.string().optional(),
  METRICS_PORT: whole('METRICS_PORT', 1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_ALLOW: z.string().default(''),
  WATEA_NOW: text('WATEA_NOW', 'setting-not-an-instant', isoInstant)
    .pipe(text('WATEA_NOW', 'setting-no-such-instant', isExistingInstant))
    .optional(),
  WATEA_CLOCK_OFFSET_MS: text('WATEA_CLOCK_OFFSET_MS', 'setting-internal', /^-?\d+$/).optional(),
  WATEA_CLUSTER_CLOCK_MS: text('WATEA_CLUSTER_CLOCK_MS', 'setting-internal', /^-?\d+(\.\d+)?$/).optional(),
  WATEA_DEMO: choice('WATEA_DEMO', ['auto', 'off']).default('auto'),
  API_LANE: choice('API_LANE', ['direct', 'next']).default('direct'),
  LOG_LEVEL: choice('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

export type SettingName = keyof typeof schema.shape;

/** What the schema itself has about a setting, for the table of all settings. */
export interface SettingFacts {
  readonly name: SettingName;
  readonly default: string | number | undefined;
  readonly range: { readonly least: number; readonly most: number } | undefined;
  readonly choices: readonly string[] | undefined;
}

const factsMeta = z.object({
  least: z.number().optional(),
  most: z.number().optional(),
  choices: z.array(z.string()).optional(),
});

/** The facts of each setting, in the order of the schema. */
export function settingFacts(): SettingFacts[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const given = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field;
    const { least, most, choices } = factsMeta.parse(z.globalRegistry.get(given) ?? {});
    return {
      name: name as SettingName,
      default: field.parse(undefined),
      range: least === undefined || most === undefined ? undefined : { least, most },
      choices,
    };
  });
}

/** `Date.parse` reads 30 February as 2 March. */
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

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { href, origin } = new URL(text);
  return href === `${origin}/`;
}

/**
 * Parses every setting of `environment`; an empty one counts as not set.
 *
 * @param nowMs the present instant by the machine's clock, from which `WATEA_NOW` moves the clock of the service
 * @throws SettingError for the first setting that cannot be used
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>, nowMs = Date.now()) {
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, environment[name] === '' ? undefined : environment[name]]),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new SettingError(parsed.error.issues.map(reasonOfIssue)[0] ?? { code: 'invalid' });
  const value = parsed.data;
  const trustedProxies = parseNetworkSetting('TRUSTED_PROXIES', value.TRUSTED_PROXIES ?? '');
  if (!trustedProxies.ok) throw new SettingError(trustedProxies.reason);
  return {
    port: value.PORT,
    host: value.HOST,
    databaseFile: value.DATABASE_URL.slice('file:'.length),
    trustedProxies: trustedProxies.networks,
    workers: value.WEB_CONCURRENCY,
    environment: value.WATEA_ENVIRONMENT,
    baseUrl: new URL(value.BASE_URL ?? `http://localhost:${value.PORT}`).origin,
    secretKey: value.SECRET_KEY,
    supportEmail: value.SUPPORT_EMAIL,
    notifications: notificationsOf(value),
    openId: openIdOf(value),
    pagesPerSecond: value.PAGES_PER_SECOND,
    maxDomains: value.MAX_DOMAINS,
    maxMissing: value.MAX_MISSING,
    feedMaxAgeMs: value.FEED_MAX_AGE === undefined ? undefined : value.FEED_MAX_AGE * hourMs,
    registerInbox: value.REGISTER_INBOX,
    backup: backupOf(value),
    cluster: clusterOf(value),
    maxUploadBytes: value.MAX_UPLOAD_BYTES,
    tileCacheBytes: value.TILE_CACHE_BYTES,
    streetMap: mapOf(value, 'TILE'),
    aerialMap: mapOf(value, 'AERIAL'),
    baseMapUrl: value.BASE_MAP_URL,
    linzKey: value.LINZ_API_KEY,
    metrics: metricsOf(value),
    demonstration: value.WATEA_DEMO,
    apiLane: value.API_LANE,
    logLevel: value.LOG_LEVEL,
    clockOffsetMs: clockOffset(value, nowMs),
  };
}

/** Providers of maps ask to be named on them, so without a name there is no map. */
function mapOf(value: z.infer<typeof schema>, name: 'TILE' | 'AERIAL') {
  const [url, attribution] = [value[`${name}_URL`], value[`${name}_ATTRIBUTION`]];
  if (url === undefined) return undefined;
  if (attribution === undefined) throw new SettingError({ code: 'setting-without-attribution', name });
  return { url, attribution };
}

/** Backups on a schedule; undefined without a folder for them. */
function backupOf(value: z.infer<typeof schema>) {
  const { BACKUP_DIR: folder, BACKUP_EVERY: every, BACKUP_TO: to, BACKUP_KEEP: keep } = value;
  const { BACKUP_KEY_ID: id, BACKUP_KEY_SECRET: secret, BACKUP_REGION: region } = value;
  if (folder === undefined && (every !== undefined || to !== undefined))
    throw new SettingError({
      code: 'setting-needs',
      name: every === undefined ? 'BACKUP_TO' : 'BACKUP_EVERY',
      needed: 'BACKUP_DIR',
    });
  if (folder === undefined) return undefined;
  const target = to === undefined ? undefined : parseTarget(to);
  if (target?.kind === 'object storage' && (id === undefined || secret === undefined))
    throw new SettingError({ code: 'setting-needs', name: 'BACKUP_TO', needed: 'BACKUP_KEY_ID and BACKUP_KEY_SECRET' });
  return {
    folder,
    everyMs: parseDuration(every ?? (target === undefined ? '1d' : '5m')) ?? 0,
    keep,
    target,
    key: { id: id ?? '', secret: secret ?? '', region },
  };
}

/** All nodes read what one of them has sealed with the secret, so it cannot be one that each makes for itself. */
function clusterOf(value: z.infer<typeof schema>): cluster.ClusterSettings | undefined {
  const name = value.CLUSTER_URL === undefined ? 'BASE_DIR' : 'CLUSTER_URL';
  if (value.CLUSTER_URL === undefined && value.BASE_DIR !== undefined)
    throw new SettingError({ code: 'setting-needs', name, needed: 'CLUSTER_URL' });
  if (value.CLUSTER_URL !== undefined && value.SECRET_KEY === undefined)
    throw new SettingError({ code: 'setting-needs', name, needed: 'SECRET_KEY' });
  return cluster.clusterSettings(value, hostname());
}

/** How backups are made and where they go. */
export type BackupSettings = NonNullable<ReturnType<typeof backupOf>>;

/** Where the metrics are served: nowhere by default. */
function metricsOf({ METRICS_PORT: port, METRICS_HOST: host, METRICS_ALLOW: allow }: z.infer<typeof schema>) {
  const parsed = parseNetworkSetting('METRICS_ALLOW', allow);
  if (!parsed.ok) throw new SettingError(parsed.reason);
  return {
    /** A listener of its own. */
    listener: port === undefined ? undefined : { port, host },
    /** Who may read them on the main port. */
    allowed: parsed.networks,
    isServed: port !== undefined || parsed.networks.size > 0,
  };
}

/** An alert that nobody could be sent is worse than none: who sets where alerts go must set how, too. */
function notificationsOf(value: z.infer<typeof schema>): notifications.NotificationSettings {
  const found = notifications.notificationSettings(value);
  if ('missing' in found) throw new SettingError({ code: 'setting-missing-for-alerts', name: found.missing });
  return found;
}

/** Signing in with OpenID Connect; undefined without an issuer. */
function openIdOf(value: z.infer<typeof schema>): openId.OpenIdSettings | undefined {
  const found = openId.openIdSettings(value);
  if (found !== undefined && 'needed' in found) throw new SettingError({ code: 'setting-needs', ...found });
  return found;
}

function clockOffset(value: z.infer<typeof schema>, nowMs: number): number {
  if (value.WATEA_ENVIRONMENT !== 'test') return 0;
  // the first primary works the offset out once; its workers and successors share its clock
  if (value.WATEA_CLOCK_OFFSET_MS !== undefined) return Number(value.WATEA_CLOCK_OFFSET_MS);
  return value.WATEA_NOW === undefined ? 0 : Date.parse(value.WATEA_NOW) - nowMs;
}

export type Settings = ReturnType<typeof parseSettings>;

/** The settings of this process, parsed at the first call. @throws SettingError as `parseSettings` */
export function settings(): Settings {
  return processWide('settings', () => parseSettings(process.env));
}

/** The environment of workers and threads, whose clock has the offset that the first primary worked out. */
export function environmentForChildren(): Record<string, string | undefined> {
  return { ...process.env, WATEA_CLOCK_OFFSET_MS: String(settings().clockOffsetMs) };
}
