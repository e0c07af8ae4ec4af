import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { parseSettings, SettingError, type Settings } from './env.ts';

/** The error that refuses these settings. */
function errorOf(environment: Record<string, string>): SettingError | undefined {
  try {
    parseSettings(environment);
  } catch (fault) {
    if (fault instanceof SettingError) return fault;
    throw fault;
  }
  return undefined;
}

/** The sentence that refuses these settings, or `accepted`. */
function sentenceOf(environment: Record<string, string>): string {
  const error = errorOf(environment);
  return error === undefined ? 'accepted' : wordsOf(error.reason);
}

test('without settings, every setting has its default', () => {
  const { trustedProxies, metrics, ...rest } = parseSettings({});
  expect(rest).toEqual({
    port: 3000,
    host: '::',
    databaseFile: './data/watea.db',
    workers: 1,
    environment: 'test',
    baseUrl: 'http://localhost:3000',
    secretKey: undefined,
    supportEmail: 'support@watea.example',
    notifications: { mail: undefined, alertEmails: [], alertWebhook: undefined },
    openId: undefined,
    pagesPerSecond: 20,
    maxDomains: 1000,
    maxMissing: 50,
    feedMaxAgeMs: undefined,
    registerInbox: undefined,
    maxUploadBytes: 2_147_483_648,
    tileCacheBytes: 268_435_456,
    backup: undefined,
    cluster: undefined,
    streetMap: undefined,
    demonstration: 'auto',
    apiLane: 'direct',
    logLevel: 'info',
    clockOffsetMs: 0,
  });
  expect(trustedProxies.size).toBe(0);
  expect(metrics).toMatchObject({ listener: undefined, allowed: { size: 0 }, isServed: false });
});

test('an empty setting counts as not set', () => {
  const names = ['PORT', 'HOST', 'DATABASE_URL', 'TRUSTED_PROXIES', 'WEB_CONCURRENCY', 'WATEA_ENVIRONMENT', 'BASE_URL'];
  const more = ['SECRET_KEY', 'SUPPORT_EMAIL', 'MAX_DOMAINS', 'MAX_MISSING', 'WATEA_NOW', 'WATEA_DEMO', 'API_LANE'];
  more.push('ALERT_EMAIL', 'SMTP_URL', 'MAIL_FROM', 'ALERT_WEBHOOK', 'ALERT_WEBHOOK_SECRET');
  more.push('FEED_MAX_AGE', 'REGISTER_INBOX', 'MAX_UPLOAD_BYTES', 'TILE_CACHE_BYTES', 'TILE_URL', 'TILE_ATTRIBUTION');
  more.push(
    'BACKUP_DIR',
    'BACKUP_EVERY',
    'BACKUP_KEEP',
    'BACKUP_TO',
    'BACKUP_KEY_ID',
    'BACKUP_KEY_SECRET',
    'BACKUP_REGION',
  );
  more.push('CLUSTER_URL', 'CLUSTER_ALLOW_ASYNC', 'NODE_NAME', 'MAX_STALE', 'BASE_DIR', 'WATEA_CLUSTER_CLOCK_MS');
  more.push('METRICS_PORT', 'METRICS_HOST', 'METRICS_ALLOW');
  const empty = Object.fromEntries([...names, ...more, 'LOG_LEVEL', 'WATEA_CLOCK_OFFSET_MS'].map((name) => [name, '']));
  expect(parseSettings(empty)).toEqual(parseSettings({}));
});

test('settings of other programs are ignored', () => {
  expect(parseSettings({ PATH: '/bin', port: '1', WATEA_OTHER: 'x' })).toEqual(parseSettings({}));
});

const hex = '0123456789abcdefABCDEF'.repeat(3).slice(0, 64);

const accepted: [name: string, text: string, setting: keyof Settings, value: unknown][] = [
  ['HOST', '127.0.0.1', 'host', '127.0.0.1'],
  ['DATABASE_URL', 'file:/var/lib/watea.db', 'databaseFile', '/var/lib/watea.db'],
  ['DATABASE_URL', 'file:x', 'databaseFile', 'x'],
  ['WEB_CONCURRENCY', '64', 'workers', 64],
  ['WATEA_ENVIRONMENT', 'staging', 'environment', 'staging'],
  ['WATEA_ENVIRONMENT', 'pre-production', 'environment', 'pre-production'],
  ['WATEA_ENVIRONMENT', 'production', 'environment', 'production'],
  ['BASE_URL', 'https://watea.example', 'baseUrl', 'https://watea.example'],
  ['BASE_URL', 'https://watea.example/', 'baseUrl', 'https://watea.example'],
  ['BASE_URL', 'https://watea.example:443', 'baseUrl', 'https://watea.example'],
  ['BASE_URL', 'http://192.168.1.5:3000', 'baseUrl', 'http://192.168.1.5:3000'],
  ['BASE_URL', 'http://[::1]:3000', 'baseUrl', 'http://[::1]:3000'],
  ['BASE_URL', 'HTTPS://Watea.Example', 'baseUrl', 'https://watea.example'],
  ['SECRET_KEY', hex, 'secretKey', hex],
  ['SUPPORT_EMAIL', 'help@isp.example', 'supportEmail', 'help@isp.example'],
  ['PAGES_PER_SECOND', '1000', 'pagesPerSecond', 1000],
  ['MAX_DOMAINS', '1', 'maxDomains', 1],
  ['MAX_DOMAINS', '100000', 'maxDomains', 100_000],
  ['MAX_MISSING', '0', 'maxMissing', 0],
  ['MAX_MISSING', '10000000', 'maxMissing', 10_000_000],
  ['FEED_MAX_AGE', '26', 'feedMaxAgeMs', 26 * 3_600_000],
  ['REGISTER_INBOX', '/srv/register', 'registerInbox', '/srv/register'],
  ['MAX_UPLOAD_BYTES', '1', 'maxUploadBytes', 1],
  ['TILE_CACHE_BYTES', '0', 'tileCacheBytes', 0],
  ['WATEA_DEMO', 'off', 'demonstration', 'off'],
  ['API_LANE', 'next', 'apiLane', 'next'],
  ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ['LOG_LEVEL', 'debug', 'logLevel', 'debug'],
];

test.each(accepted)('%s=%s is accepted', (name, text, setting, value) => {
  expect(parseSettings({ [name]: text })).toEqual({ ...parseSettings({}), [setting]: value });
});

test('PORT is accepted, and the base address follows it when it is not set', () => {
  for (const port of [0, 1, 65_535]) {
    const baseUrl = `http://localhost:${port}`;
    expect(parseSettings({ PORT: String(port) })).toEqual({ ...parseSettings({}), port, baseUrl });
  }
  expect(parseSettings({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
  expect(parseSettings({ PORT: '80' }).baseUrl).toBe('http://localhost');
});

test('with BACKUP_DIR there is a backup a day, with a standby every five minutes', () => {
  const backup = (given: Record<string, string>) => parseSettings({ BACKUP_DIR: '/backups', ...given }).backup;
  const key = { id: '', secret: '', region: 'us-east-1' };
  const daily = { folder: '/backups', everyMs: 86_400_000, keep: 7, target: undefined, key };
  expect(backup({})).toEqual(daily);
  expect(backup({ BACKUP_EVERY: '6h', BACKUP_KEEP: '30' })).toEqual({ ...daily, everyMs: 21_600_000, keep: 30 });
  const target = { kind: 'rsync', destination: 'watea@standby:/srv/watea/' };
  expect(backup({ BACKUP_TO: 'watea@standby:/srv/watea' })).toEqual({ ...daily, everyMs: 300_000, target });
});

test('backups without a folder, or a bucket without a key, are refused', () => {
  expect(sentenceOf({ BACKUP_EVERY: '1h' })).toBe('BACKUP_EVERY needs BACKUP_DIR: set it too.');
  expect(sentenceOf({ BACKUP_TO: '/mnt' })).toBe('BACKUP_TO needs BACKUP_DIR: set it too.');
  const bucket = { BACKUP_DIR: '/backups', BACKUP_TO: 'https://s3.example/watea', BACKUP_KEY_ID: 'id' };
  expect(sentenceOf(bucket)).toBe('BACKUP_TO needs BACKUP_KEY_ID and BACKUP_KEY_SECRET: set it too.');
  expect(sentenceOf({ ...bucket, BACKUP_KEY_SECRET: 'secret' })).toBe('accepted');
});

test('CLUSTER_URL makes this server a node, with the name of its machine and a minute to answer from what it has', () => {
  const cluster = (given: Record<string, string>) =>
    parseSettings({ CLUSTER_URL: 'postgres://watea@db1,db2/log', SECRET_KEY: hex, ...given }).cluster;
  const usual = {
    urls: 'postgres://watea@db1,db2/log',
    allowAsync: false,
    baseDir: undefined,
    node: hostname(),
    clockAheadMs: undefined,
  };
  expect(cluster({})).toEqual({ ...usual, maxStaleMs: 60_000 });
  const given = { CLUSTER_ALLOW_ASYNC: '1', NODE_NAME: 'node-2', MAX_STALE: '5s', BASE_DIR: '/srv/bases' };
  expect(cluster(given)).toEqual({
    ...usual,
    allowAsync: true,
    baseDir: '/srv/bases',
    node: 'node-2',
    maxStaleMs: 5000,
  });
  expect(cluster({ BASE_DIR: 'https://files.example/bases' })?.baseDir).toBe('https://files.example/bases');
});

test('a cluster without a common secret, or bases without a cluster, are refused', () => {
  expect(sentenceOf({ CLUSTER_URL: 'postgres://watea@db/log' })).toBe('CLUSTER_URL needs SECRET_KEY: set it too.');
  expect(sentenceOf({ BASE_DIR: '/bases' })).toBe('BASE_DIR needs CLUSTER_URL: set it too.');
});

test('the password of CLUSTER_URL is not repeated when it is refused', () => {
  expect(sentenceOf({ CLUSTER_URL: 'postgres://watea:hidden@/log' })).not.toContain('hidden');
});

test('metrics are served on a port of their own, or to the networks that are listed, and never to everybody', () => {
  const { metrics: onPort } = parseSettings({ METRICS_PORT: '9464' });
  expect(onPort).toMatchObject({ listener: { port: 9464, host: '127.0.0.1' }, allowed: { size: 0 }, isServed: true });
  const { metrics: elsewhere } = parseSettings({ METRICS_PORT: '9464', METRICS_HOST: '192.0.2.1' });
  expect(elsewhere.listener).toEqual({ port: 9464, host: '192.0.2.1' });
  expect(parseSettings({ METRICS_HOST: '192.0.2.1' }).metrics.isServed).toBe(false);
  const { metrics: toNetworks } = parseSettings({ METRICS_ALLOW: '192.0.2.1, 2001:db8::/32' });
  expect(toNetworks).toMatchObject({ listener: undefined, allowed: { size: 2 }, isServed: true });
  for (const everybody of ['0.0.0.0/0', '192.0.2.1 ::/0'])
    expect(sentenceOf({ METRICS_ALLOW: everybody })).toContain('would show the metrics to everybody');
  expect(sentenceOf({ METRICS_ALLOW: 'prometheus' })).toContain('METRICS_ALLOW: "prometheus" is not an IP address');
});

const whole = (name: string, least: number, most: number) => `${name} must be a whole number from ${least} to ${most}`;
const environments = 'WATEA_ENVIRONMENT must be one of test, staging, pre-production, production';
const address = 'BASE_URL must be an address such as https://watea.example, without a path';
const instant = 'WATEA_NOW must be an instant such as 2026-04-05T00:00:33+12:00, with its offset';

const refused: [name: string, rule: string, ...texts: string[]][] = [
  ['PORT', whole('PORT', 0, 65_535), '65536', '-1', '3000.5', '3e3', ' 3000', 'http', '0x10', '9'.repeat(400), '３'],
  ['WEB_CONCURRENCY', whole('WEB_CONCURRENCY', 1, 64), '0', '65', 'auto', '1.0'],
  ['MAX_DOMAINS', whole('MAX_DOMAINS', 1, 100_000), '0', '100001', '1,000'],
  ['MAX_MISSING', whole('MAX_MISSING', 0, 10_000_000), '-1', '10000001', 'none'],
  ['FEED_MAX_AGE', whole('FEED_MAX_AGE', 1, 8760), '0', '8761', '26h', '1.5'],
  ['METRICS_PORT', whole('METRICS_PORT', 1, 65_535), '0', '65536', '127.0.0.1:9464'],
  ['MAX_UPLOAD_BYTES', whole('MAX_UPLOAD_BYTES', 1, 2 ** 40), '0', '2 GiB', '1e9'],
  ['TILE_CACHE_BYTES', whole('TILE_CACHE_BYTES', 0, 2 ** 40), '-1', '256 MiB'],
  ['BACKUP_KEEP', whole('BACKUP_KEEP', 1, 10_000), '0', '10001', 'all'],
  ['BACKUP_EVERY', 'BACKUP_EVERY must be a duration such as 30s, 5m, 12h or 1d', '0', '5', 'daily', '5 m'],
  [
    'BACKUP_TO',
    'BACKUP_TO must be a folder that begins with /, user@host:/folder, or an https address with a bucket',
    'backups',
    'http://s3.example/watea',
    '-oProxyCommand=x:/srv',
  ],
  [
    'DATABASE_URL',
    'DATABASE_URL must begin with file: and name a SQLite file, as in file:./data/watea.db',
    'file:',
    './data/watea.db',
    'postgres://localhost/watea',
    'FILE:x',
  ],
  ['CLUSTER_ALLOW_ASYNC', 'CLUSTER_ALLOW_ASYNC must be 0 or 1', 'yes', 'true'],
  [
    'NODE_NAME',
    'NODE_NAME must be a name of up to 63 letters, digits, dots, hyphens and underscores that no other node has',
    'node 1',
    '-a',
    'a/b',
    'ā',
    'n'.repeat(64),
  ],
  ['MAX_STALE', 'MAX_STALE must be a duration from 5s to 1d', '4s', '0', '60', '2d', 'never'],
  [
    'BASE_DIR',
    'BASE_DIR must be a folder that begins with /, or an https address',
    'bases',
    'http://files.example/bases',
    'https://files.example/?x',
    'ftp://files.example/',
  ],
  ['WATEA_ENVIRONMENT', environments, 'prod', 'Production', 'development'],
  [
    'BASE_URL',
    address,
    'watea.example',
    'https://watea.example/map',
    'https://watea.example/?a',
    'https://watea.example/#a',
    'https://user@watea.example',
    'ftp://watea.example',
    'http:watea.example',
    'https://',
    ' https://watea.example',
    'javascript:alert(1)',
  ],
  ['SUPPORT_EMAIL', 'SUPPORT_EMAIL must be an email address', 'support', 'a@b', 'a b@c.example', '@c.example'],
  [
    'ALERT_EMAIL',
    'ALERT_EMAIL must be email addresses separated by commas',
    'ops',
    'a@b.example;c@d.example',
    'a@b.example,,c@d.example',
  ],
  [
    'MAIL_FROM',
    'MAIL_FROM must be an email address, or a name and an address as in Example <name@watea.example>',
    'Wātea',
    'a@b.example, c@d.example',
    'Wātea <a@b.example',
  ],
  [
    'ALERT_WEBHOOK',
    'ALERT_WEBHOOK must be an https address without a password (http only for this machine)',
    'http://hooks.example',
    'hooks.example',
    'https://me:secret@hooks.example',
  ],
  ['WATEA_NOW', instant, 'now', '2026-04-05', '2026-04-05T00:00:33', '2026-04-05 00:00:33+12:00', '1775301633'],
  [
    'WATEA_NOW',
    'WATEA_NOW must be an instant that exists',
    '2026-02-29T00:00:00+13:00',
    '2026-02-30T12:00:00Z',
    '2026-04-31T00:00Z',
    '2026-13-01T00:00Z',
    '2026-00-10T00:00Z',
    '2026-01-00T00:00Z',
    '2026-01-01T25:00Z',
    '2026-01-01T00:60Z',
    '2026-01-01T00:00:00+99:00',
  ],
  ['WATEA_CLOCK_OFFSET_MS', 'WATEA_CLOCK_OFFSET_MS is set by the server itself', '1.5', 'x'],
  ['WATEA_DEMO', 'WATEA_DEMO must be auto or off', 'on', 'AUTO', 'false'],
  ['API_LANE', 'API_LANE must be direct or next', 'fast', 'Next'],
  ['LOG_LEVEL', 'LOG_LEVEL must be one of silent, error, warn, info, debug', 'trace', 'INFO', 'verbose'],
];

test.each(
  refused.flatMap(([name, rule, ...texts]) => texts.map((text) => [name, text.slice(0, 30), text, rule] as const)),
)('%s=%s is refused in one sentence', (name, _shown, text, rule) => {
  expect(sentenceOf({ [name]: text })).toBe(`${rule}; it is ${JSON.stringify(text)}.`);
});

test.each([
  ['too short', 'x'],
  ['a digit too short', hex.slice(1)],
  ['a digit too long', `${hex}0`],
  ['with a letter that is not hexadecimal', `${hex.slice(1)}g`],
])('a SECRET_KEY that is %s is refused, and its text is not repeated', (_title, text) => {
  expect(sentenceOf({ SECRET_KEY: text })).toBe(
    `SECRET_KEY must be 32 bytes written as 64 hexadecimal digits; it has ${text.length} characters.`,
  );
});

test('a refused setting has its rule and the given value; a secret has only its length', () => {
  expect(errorOf({ WEB_CONCURRENCY: '65' })?.reason).toEqual({
    code: 'setting-not-whole',
    name: 'WEB_CONCURRENCY',
    given: '65',
    least: 1,
    most: 64,
  });
  const secret = errorOf({ SECRET_KEY: 'my secret' });
  expect(secret?.reason).toEqual({ code: 'setting-not-a-secret', name: 'SECRET_KEY', length: 9 });
  expect(String(secret)).not.toContain('my secret');
});

describe('B5: TRUSTED_PROXIES', () => {
  test.each([
    ['10.0.0.1', 1],
    ['10.0.0.0/8, 192.168.0.0/16 2001:db8::/32,::1', 4],
    [' , ', 0],
  ])('%j is %i networks', (text, size) => {
    expect(parseSettings({ TRUSTED_PROXIES: text }).trustedProxies.size).toBe(size);
  });

  test.each([
    ['0.0.0.0/0', 'trusts every address, so no caller could be identified'],
    ['::/0', 'trusts every address, so no caller could be identified'],
    ['10.0.0.1/8', 'is not the start of a network: write 10.0.0.0/8'],
    ['10.0.0.0/33', 'is not a prefix length'],
    ['localhost', 'is not an IP address or network'],
    ['010.0.0.1', 'is not an IP address or network'],
  ])('%j is refused', (text, part) => {
    const sentence = sentenceOf({ TRUSTED_PROXIES: `127.0.0.1, ${text}` });
    expect(sentence).toMatch(/^TRUSTED_PROXIES: /);
    expect(sentence).toContain(part);
  });
});

describe('the clock', () => {
  const offsetOf = (environment: Record<string, string>) => parseSettings(environment).clockOffsetMs;

  test.each(['2026-04-05T00:00:33+12:00', '2000-01-01T00:00Z', '2027-12-31T23:59:59.999-10:00'])(
    'starts at WATEA_NOW=%s and advances from there',
    (text) => {
      const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
      expect(parseSettings({ WATEA_NOW: text }, nowMs).clockOffsetMs).toBe(Date.parse(text) - nowMs);
    },
  );

  test('a worker uses the offset of the first process', () => {
    expect(offsetOf({ WATEA_NOW: '2026-04-05T00:00:33+12:00', WATEA_CLOCK_OFFSET_MS: '-123456' })).toBe(-123_456);
    expect(offsetOf({ WATEA_CLOCK_OFFSET_MS: '0' })).toBe(0);
  });

  test.each(['staging', 'pre-production', 'production'])(
    'is the machine’s clock in %s, whatever is set',
    (environment) => {
      const set = {
        WATEA_NOW: '2026-04-05T00:00:33+12:00',
        WATEA_CLOCK_OFFSET_MS: '5',
        WATEA_ENVIRONMENT: environment,
      };
      expect(offsetOf(set)).toBe(0);
    },
  );
});

test('of several wrong settings the first is reported, in one sentence without a line break', () => {
  const sentence = sentenceOf({ PORT: 'x\ny', WATEA_DEMO: 'on' });
  expect(sentence).toBe('PORT must be a whole number from 0 to 65535; it is "x\\ny".');
});

describe('alerts', () => {
  const smtp = 'smtp://me:p%40ss@mail.example:587';

  test('go to several addresses once each, from the support address unless another is set', () => {
    const given = { ALERT_EMAIL: 'a@b.example, c@d.example,a@b.example', SMTP_URL: smtp };
    const { alertEmails, mail } = parseSettings(given).notifications;
    expect(alertEmails).toEqual(['a@b.example', 'c@d.example']);
    expect(mail).toMatchObject({ from: 'Wātea <support@watea.example>', server: { host: 'mail.example', port: 587 } });
    const from = 'Registry <noreply@registry.example>';
    expect(parseSettings({ ...given, MAIL_FROM: from }).notifications.mail?.from).toBe(from);
  });

  test('go to a webhook with a secret', () => {
    const [url, secret] = ['https://hooks.example/watea', 'x'.repeat(16)];
    const given = { ALERT_WEBHOOK: url, ALERT_WEBHOOK_SECRET: secret };
    expect(parseSettings(given).notifications.alertWebhook).toEqual({ url, secret });
  });

  test.each([
    [{ ALERT_EMAIL: 'a@b.example' }, 'SMTP_URL must be set too: ALERT_EMAIL is sent through that mail server.'],
    [
      { ALERT_WEBHOOK: 'https://hooks.example' },
      'ALERT_WEBHOOK_SECRET must be set too: each request to ALERT_WEBHOOK is signed with it.',
    ],
    [{ ALERT_WEBHOOK_SECRET: 'too short' }, 'ALERT_WEBHOOK_SECRET must have at least 16 characters; it has 9.'],
    [
      { SMTP_URL: 'smtp://me:my-password@mail.example/box' },
      'SMTP_URL must be like smtp://user:password@mail.example:587 or smtps://…; its only option is ?starttls=required, and special characters of a password are written as in %40 for @.',
    ],
  ])('%j is refused, without a password in the sentence', (given, sentence) => {
    expect(sentenceOf(given)).toBe(sentence);
  });
});

describe('a street map', () => {
  const TILE_URL = 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=1';

  test('has an address and an attribution', () => {
    const attribution = '© Somebody';
    expect(parseSettings({ TILE_URL, TILE_ATTRIBUTION: attribution }).streetMap).toEqual({
      url: TILE_URL,
      attribution,
    });
    expect(parseSettings({ TILE_ATTRIBUTION: attribution }).streetMap).toBeUndefined();
  });

  test('is refused without an attribution', () => {
    expect(sentenceOf({ TILE_URL })).toBe(
      'TILE_ATTRIBUTION must name whose street map TILE_URL is; it is shown on the map.',
    );
  });

  test.each([
    'tiles.example/{z}/{x}/{y}.png',
    'ftp://tiles.example/{z}/{x}/{y}.png',
    'https://tiles.example/{z}/{x}.png',
    "https://tiles.example/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
    'https:///{z}/{x}/{y}.png',
  ])('%s is refused', (text) => {
    expect(sentenceOf({ TILE_URL: text, TILE_ATTRIBUTION: 'x' })).toContain(
      'TILE_URL must be an http or https address',
    );
  });
});
