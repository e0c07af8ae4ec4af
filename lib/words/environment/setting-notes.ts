import type { SettingName } from '#lib/env.ts';

/** A setting as docs/operate/settings.md describes it. The schema of `lib/env.ts` has ranges, choices and most defaults. */
export interface SettingNote {
  /** How it is written, if the schema has no range or choices. */
  readonly form?: string;
  /** What applies without it, if the schema has no default; nothing unless given. */
  readonly otherwise?: string;
  readonly meaning: string;
}

/** The settings that operators set: all of the schema but what a server sets for its own processes, and the file of settings. */
export type OperatorSetting =
  | Exclude<SettingName, 'WATEA_CLOCK_OFFSET_MS' | 'WATEA_CLUSTER_CLOCK_MS'>
  | 'SETTINGS_FILE';

const networks = 'addresses or networks (`10.0.0.5,192.0.2.0/24`)';
const bytes = 'bytes, ';
const backup = '[backup.md](backup.md)';
const alerts = '[alerts-by-mail.md](alerts-by-mail.md)';
const cluster = '[cluster.md](cluster.md)';
const signIn = '[sign-in.md](sign-in.md)';

export const settingNotes: Readonly<Record<OperatorSetting, SettingNote>> = {
  PORT: { meaning: 'the port; `0` takes any free one' },
  HOST: { form: 'an address of this machine', meaning: 'where it listens; `::` includes IPv4' },
  DATABASE_URL: {
    form: '`file:PATH`',
    meaning: 'the SQLite file. The files beside it begin with its name and belong to it',
  },
  TRUSTED_PROXIES: {
    form: networks,
    meaning:
      'the proxies whose `X-Forwarded-For` is trusted ([B5](../contract.md#b5)); every other client is taken for the caller',
  },
  WEB_CONCURRENCY: {
    meaning: 'processes that answer requests; with `1` the primary answers them itself. At most one for each core',
  },
  WATEA_ENVIRONMENT: {
    meaning: 'outside `test` the server does not start on a database with demonstration data, and makes none',
  },
  BASE_URL: {
    form: '`https://HOST`, without a path',
    otherwise: '`http://localhost:PORT`',
    meaning: 'the public address; links and the checks of `Origin` use it, never `Host`',
  },
  SECRET_KEY: {
    form: '64 hexadecimal digits (`openssl rand -hex 32`)',
    otherwise: 'made beside the database',
    meaning:
      'encrypts second factors and signs challenges of passkeys. Keep a copy: a backup contains the key beside the database, and not this setting',
  },
  SUPPORT_EMAIL: { form: 'an email address', meaning: 'the address given in refusals' },
  ALERT_EMAIL: {
    form: 'email addresses separated by commas',
    meaning: `who gets alerts by mail (${alerts}); needs \`SMTP_URL\``,
  },
  SMTP_URL: {
    form: '`smtp://user:password@host:587` or `smtps://…`',
    meaning:
      'the mail server; without a port, 25 or for `smtps` 465. In a password write `%40` for `@`, `%3A` for `:`, `%2F` for `/` and `%25` for `%`. `?starttls=required` sends nothing unencrypted',
  },
  MAIL_FROM: {
    form: 'an address, or `Name <address>`',
    otherwise: '`SUPPORT_EMAIL`',
    meaning: 'the sender of mails',
  },
  ALERT_WEBHOOK: {
    form: 'an https address; http only on this machine',
    meaning: `gets each alert as JSON (${alerts}); needs \`ALERT_WEBHOOK_SECRET\``,
  },
  ALERT_WEBHOOK_SECRET: { form: 'at least 16 characters', meaning: 'the key of the signature of each webhook' },
  OIDC_ISSUER: {
    form: 'an https address; http only on this machine',
    meaning: `the OpenID Connect provider that staff sign in with (${signIn}); needs \`OIDC_CLIENT_ID\``,
  },
  OIDC_CLIENT_ID: { form: 'text', meaning: 'the name of this installation at the provider' },
  OIDC_CLIENT_SECRET: { form: 'text', otherwise: 'a public client', meaning: 'its secret there' },
  OIDC_NAME: {
    form: 'text',
    otherwise: 'the issuer’s host',
    meaning: 'what the button of the sign-in page calls the provider',
  },
  OIDC_SCOPES: { form: 'scopes separated by spaces', meaning: 'what is asked of the provider' },
  OIDC_ROLES_CLAIM: {
    form: 'a name, or a path (`realm_access.roles`)',
    meaning: 'the claim with the roles of a person; read at each sign-in',
  },
  OIDC_ROLES: {
    form: '`value=role`, separated by commas',
    otherwise: 'the names of the roles',
    meaning:
      'the role that each value of the claim gives; of several the highest counts, without one people are refused',
  },
  OIDC_TWO_FACTOR: {
    form: 'values of `amr` or `acr` separated by commas, or `*`',
    meaning: 'what proves that the provider checked two factors; `*`: it always does',
  },
  OIDC_ONLY_EXCEPT: {
    form: 'an email address',
    otherwise: 'passwords work for everybody',
    meaning:
      'the one account that may still sign in with a password, a passkey or a link, for when the provider is down; needs `OIDC_ISSUER`',
  },
  PAGES_PER_SECOND: { meaning: 'pages a second for one address, or for one signed-in member of staff; then 429' },
  MAX_DOMAINS: { meaning: 'names in one request' },
  MAX_MISSING: { meaning: 'names that may be missing from a complete register file without `--force`' },
  FEED_MAX_AGE: {
    meaning:
      'hours: no release job runs on a register whose last import is older ([register.md](../register.md)), and an alert is sent',
  },
  REGISTER_INBOX: { form: 'a folder', meaning: 'register files delivered there are imported' },
  MAX_UPLOAD_BYTES: {
    form: bytes,
    meaning: 'the largest file that staff may upload, and the largest coverage file, packed or unpacked',
  },
  BACKUP_DIR: {
    form: 'a folder, on another disk than the database',
    meaning: `backups are made there on a schedule (${backup})`,
  },
  BACKUP_EVERY: {
    form: 'a duration: `30s`, `5m`, `6h`, `1d`',
    otherwise: '`1d`; with `BACKUP_TO` `5m`',
    meaning: 'how often a backup is made; needs `BACKUP_DIR`',
  },
  BACKUP_KEEP: { meaning: 'how many full backups are kept, each with its increments' },
  BACKUP_TO: {
    form: 'a folder, `user@host:/folder`, or `https://HOST/BUCKET/PREFIX`',
    meaning: 'the standby to which each backup is sent; needs `BACKUP_DIR`',
  },
  BACKUP_KEY_ID: { form: 'text', meaning: 'the name of the key for the bucket' },
  BACKUP_KEY_SECRET: { form: 'text', meaning: 'that key' },
  BACKUP_REGION: { form: 'text', meaning: 'the region of the bucket' },
  CLUSTER_URL: {
    form: '`postgres://…`, several hosts separated by commas',
    meaning: `PostgreSQL, which makes this server one of several nodes (${cluster}); needs \`SECRET_KEY\`, the same on all nodes`,
  },
  NODE_NAME: {
    form: 'a name',
    otherwise: 'the machine’s name',
    meaning: 'the name of this node, which no other node has',
  },
  MAX_STALE: {
    form: 'a duration from `5s` to `1d`',
    meaning: 'how old a node’s state may be for it to answer; beyond that both APIs are 503',
  },
  BASE_DIR: {
    form: 'a folder, or an https address',
    meaning: 'where a new node finds its first state; needs `CLUSTER_URL`',
  },
  CLUSTER_ALLOW_ASYNC: { meaning: '`1`, for trying out: PostgreSQL may confirm what only one machine has' },
  TILE_CACHE_BYTES: { form: bytes, meaning: 'map tiles kept on disk beside the database' },
  TILE_URL: {
    form: '`https://…/{z}/{x}/{y}.png`',
    meaning: 'a street map below the coverage (`{s}`: `a` to `c`, `{r}`: `@2x`); needs `TILE_ATTRIBUTION`',
  },
  TILE_ATTRIBUTION: {
    form: 'text, with `<a href="…">` for links',
    meaning: 'who made the street map; it is shown on the map',
  },
  AERIAL_URL: {
    form: '`https://…/{z}/{x}/{y}.jpeg`',
    meaning: 'photographs from above, which visitors can switch to; needs `AERIAL_ATTRIBUTION`',
  },
  AERIAL_ATTRIBUTION: {
    form: 'text, with `<a href="…">` for links',
    meaning: 'who took the photographs; it is shown on the map',
  },
  BASE_MAP_URL: {
    form: 'the address of a PMTiles file',
    otherwise: 'Protomaps’ newest build',
    meaning:
      'what `basemap fetch` and the button of the screen Map read the [street map](../map.md#a-street-map) from, by ranges',
  },
  LINZ_API_KEY: {
    form: 'text',
    meaning:
      'a key of the [LINZ Data Service](https://data.linz.govt.nz/my/api/) for exports and web services, with which `places fetch` gets addresses and suburbs',
  },
  METRICS_PORT: {
    meaning: 'a port of its own for [metrics](metrics.md); without it and `METRICS_ALLOW`, there are none',
  },
  METRICS_HOST: { form: 'an address of this machine', meaning: 'where `METRICS_PORT` listens' },
  METRICS_ALLOW: { form: networks, meaning: 'who may read `/metrics` on the main port; others get 404' },
  WATEA_NOW: {
    form: 'an instant: `2026-04-05T00:00:33+12:00`',
    otherwise: 'the machine’s clock',
    meaning: 'the instant at which the clock starts; in `test` only, elsewhere it is ignored',
  },
  WATEA_DEMO: { meaning: '`off`: a new database of a server in `test` starts empty' },
  API_LANE: { meaning: '`next` sends the APIs through Next’s router, for tests and benchmarks' },
  LOG_LEVEL: { meaning: 'the least severe lines that are logged; `info` has a line for each request' },
  SETTINGS_FILE: {
    form: 'a file with lines `NAME=value`',
    meaning:
      'settings that the environment does not have. The file is read again at a reload; the environment stays what it was',
  },
};
