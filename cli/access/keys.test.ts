import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { hashApiKey } from '#lib/access/keys/api-key.ts';
import { done, type Installation, makeInstallation, refused } from '#tests/support/installation.ts';

async function migrated(): Promise<Installation> {
  const installation = makeInstallation();
  await installation.run('migrate');
  return installation;
}
const listOf = async ({ run }: Installation) => JSON.parse((await run('keys list --json')).stdout);

const imported = ['ImportedKeyOfTwenty0', 'ImportedKeyOfAnother00000000000000000001', `Long${'K'.repeat(60)}`] as const;

test('N11: a key is shown once and stored only as a hash: its text is nowhere in the database', async () => {
  const installation = await migrated();
  const { run, runAsOperator, databaseFile, write } = installation;
  // an open reader keeps the write-ahead log, so both files are searched
  const open = openDatabase(databaseFile);
  open.reader.sqlite.prepare('SELECT count(*) FROM api_key').get();
  const spoken = await runAsOperator('keys issue --user me@isp.example');
  const { key: issued } = JSON.parse((await run('keys issue --user me@isp.example --label map --json')).stdout);
  write('keys.csv', 'user,key,label,expires', ...imported.map((key) => `me@isp.example,${key},old,`));
  await run('keys import %/keys.csv');

  const texts = [spoken.stdout.split('\n')[0] ?? '', issued, ...imported];
  expect(texts[0]).toMatch(/^watea[A-Za-z0-9]{40}$/);
  expect(texts[1]).toMatch(/^watea[A-Za-z0-9]{40}$/);
  expect(existsSync(`${databaseFile}-wal`)).toBe(true);
  const bytes = Buffer.concat([readFileSync(databaseFile), readFileSync(`${databaseFile}-wal`)]);
  for (const text of texts) {
    expect(bytes.includes(hashApiKey(text))).toBe(true);
    expect(bytes.includes(text)).toBe(false);
    // no prefix longer than the six characters that identify the key is stored either
    expect(bytes.includes(text.startsWith('watea') ? text.slice(5, 14) : text.slice(0, 12))).toBe(false);
  }
  closeDatabase(open);
  expect((await run('keys list')).stdout).not.toContain(issued);
  expect((await run('keys list --json')).stdout).not.toContain(issued);
});

test('N11: keys are issued with their limits, listed and revoked', async () => {
  const installation = await migrated();
  const { run } = installation;
  expect(await run('keys list')).toEqual(done('There are no keys yet: issue one with "keys issue --user EMAIL".\n'));

  const first = (await run('keys issue --user me@isp.example --label map')).stdout.split('\n');
  const prefix = first[0]?.slice(5, 11);
  expect(first.slice(1)).toEqual([
    `Key 1 (${prefix}…) of me@isp.example. Keep its text now: it is not shown again.`,
    '',
  ]);

  const second = JSON.parse(
    (await run('keys issue --user ME@isp.example --expires 2027-04-05 --per-second 3 --per-day 99 --json')).stdout,
  );
  expect(second).toEqual({
    id: 2,
    key: expect.stringMatching(/^watea[A-Za-z0-9]{40}$/),
    prefix: second.key.slice(5, 11),
    user: 'ME@isp.example',
    label: '',
    expires: '2027-04-05T00:00:00+12:00',
    perSecond: 3,
    perDay: 99,
    scopes: null,
  });

  expect(await run(`keys revoke ${second.prefix}`)).toEqual(
    done(`Key 2 (${second.prefix}…) of me@isp.example is revoked.\n`),
  );
  expect(await run('keys list', { WATEA_NOW: '2026-11-20T12:00:00+13:00' })).toEqual(
    done(
      `1\t${prefix}…\tme@isp.example\tactive\tmap\n` +
        `2\t${second.prefix}…\tme@isp.example\trevoked ${(await listOf(installation))[1].revoked.replace('T', ' ')}\n`,
    ),
  );
  const rows = await listOf(installation);
  expect(rows[1]).toEqual({
    id: 2,
    prefix: second.prefix,
    user: 'me@isp.example',
    label: '',
    created: expect.stringMatching(/^2026-11-20T12:00:\d\d\+13:00$/),
    expires: second.expires,
    revoked: expect.stringMatching(/^2026-11-20T12:00:\d\d\+13:00$/),
    perSecond: 3,
    perDay: 99,
    scopes: null,
    state: 'revoked',
    revision: expect.any(Number),
  });
  expect(await run('keys revoke 1 --json')).toEqual(
    done(`${JSON.stringify({ id: 1, prefix, user: 'me@isp.example' })}\n`),
  );
});

test('a refusal gives the reason and leaves the database unchanged to the byte', async () => {
  const installation = await migrated();
  const { run, write, bytes } = installation;
  write('keys.csv', 'user,key,label,expires', `a@b.nz,Twins${'a'.repeat(20)},,`, `a@b.nz,TwinsA${'b'.repeat(20)},,`);
  write('more.csv', 'user,key,label,expires', `a@b.nz,TwinsA${'c'.repeat(20)},,`);
  await run('keys import %/keys.csv');
  await run('keys import %/more.csv');
  const before = bytes();
  const cases: [args: string, sentence: string][] = [
    ['keys revoke nobody', 'No active key matches nobody; "keys list" shows them.'],
    ['keys revoke 99', 'No active key matches 99; "keys list" shows them.'],
    ['keys revoke TwinsA', '2 keys begin with TwinsA: give the number instead, 2 or 3.'],
    [
      'keys issue --user a@b.nz --expires 2026-11-20',
      '20 November 2026, 12:00 am is in the past: the key would have expired already.',
    ],
  ];
  const answers = await Promise.all(cases.map(([args]) => run(args)));
  expect(answers).toEqual(cases.map(([, sentence]) => refused(sentence)));
  expect(bytes().equals(before)).toBe(true);
  await run('keys revoke 2');
  expect(await run('keys revoke 2')).toEqual(refused('No active key matches 2; "keys list" shows them.'));
});

test('N16: a key for a part of the API is issued, listed and recorded with its scopes', async () => {
  const installation = await migrated();
  const { run } = installation;
  const issued = JSON.parse((await run('keys issue --user me@isp.example --scopes bulk,2.0 --json')).stdout);
  expect(issued.scopes).toEqual(['2.0', 'bulk']);
  const all = JSON.parse((await run('keys issue --user me@isp.example --scopes 1.0,2.0,addresses,bulk --json')).stdout);
  expect(all.scopes).toBeNull();
  expect((await run('keys list')).stdout).toContain(`${issued.prefix}…\tme@isp.example\tactive\tonly 2.0, bulk\n`);
  expect((await listOf(installation)).map(({ scopes }: { scopes: unknown }) => scopes)).toEqual([
    ['2.0', 'bulk'],
    null,
  ]);
  const database = openDatabase(installation.databaseFile);
  const recorded = database.reader.sqlite
    .prepare("SELECT after FROM audit_entry WHERE action = 'key.issue'")
    .pluck()
    .all();
  closeDatabase(database);
  expect(recorded.map((after) => JSON.parse(String(after)).scopes)).toEqual([['2.0', 'bulk'], null]);
});

test('wrong usage exits with 2', async () => {
  const { run } = await migrated();
  const cases: [args: string, words: string][] = [
    ['keys', 'Usage: watea keys'],
    ['keys issue', "required option '--user <email>' not specified"],
    ['keys issue --user me', 'It must be an email address.'],
    ['keys issue --user me@isp.example --scopes 1.0,3.0', 'It must be a list of 1.0, 2.0, bulk, addresses'],
    ['keys issue --user me@isp.example --expires soon', 'It is not a date or time'],
    ['keys issue --user me@isp.example --expires 2027-02-29', 'It is not a day of the calendar'],
    ['keys issue --user me@isp.example --expires 2027-04-05T02:30:00', 'It has no offset from UTC'],
    ['keys issue --user me@isp.example --per-day 0', 'It must be a whole number from 1 to 1,000,000,000,000.'],
    ['keys revoke', "missing required argument 'prefix|id'"],
  ];
  const answers = await Promise.all(cases.map(([args]) => run(args)));
  for (const [place, { status, stdout, stderr }] of answers.entries()) {
    expect(stderr).toContain(cases[place]?.[1]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  }
});

test('N11: keys import accepts keys of 20 to 64 characters, with label and expiry', async () => {
  const installation = await migrated();
  const { run, write } = installation;
  write(
    'keys.csv',
    '\ufefflabel,expires,user,key',
    `"old, from 2019",2027-01-01,a@isp.example,${imported[0]}`,
    '',
    `,2020-06-01 12:00:00+12:00,A@ISP.example,${imported[1]}`,
    `,,b@isp.example,${imported[2]}`,
  );
  expect(await run('keys import %/keys.csv')).toEqual(done('3 keys were imported.\n'));
  const rows = await listOf(installation);
  expect(
    rows.map(({ prefix, user, label, state, expires }: Record<string, string>) => [
      prefix,
      user,
      label,
      state,
      expires,
    ]),
  ).toEqual([
    ['Import', 'a@isp.example', 'old, from 2019', 'works', '2027-01-01T00:00:00+13:00'],
    ['Import', 'a@isp.example', '', 'expired', '2020-06-01T12:00:00+12:00'],
    ['LongKK', 'b@isp.example', '', 'works', null],
  ]);
  write('one.csv', 'user,key,label,expires', `c@isp.example,${'x'.repeat(20)},,`);
  expect(await run('keys import %/one.csv --json')).toEqual(done('{"imported":1}\n'));
});

test('B8: keys import refuses a whole file, with its faults by line, and never repeats a key', async () => {
  const { run, write, bytes, folder } = await migrated();
  write('first.csv', 'user,key,label,expires', `a@isp.example,${imported[0]},,`);
  await run('keys import %/first.csv');
  const before = bytes();
  const secret = 'SecretSecretSecret';
  write(
    'bad.csv',
    'user,key,label,expires',
    `b@isp.example,${imported[1]},fine,`,
    `b@isp.example,${imported[0]},,`,
    `b@isp.example,${imported[1]},again,`,
    `nobody,${secret}12,,`,
    `b@isp.example,${secret}1,,`,
    `b@isp.example,${secret}-234,,`,
    `b@isp.example,${'S'.repeat(65)},,`,
    'b@isp.example,,,',
    `b@isp.example,${secret}34,,tomorrow`,
    `b@isp.example,${secret}35,,2027-02-30`,
    `b@isp.example,${secret}36`,
  );
  const answered = await run('keys import %/bad.csv');
  expect(answered).toEqual(
    refused(
      `${folder}/bad.csv was not imported; the keys are unchanged.`,
      '  line 3, key: This key is already stored.',
      '  line 4, key: This key is already stored.',
      '  line 5, user: Enter an email address, such as jo@example.nz.',
      '  line 6, key: A key has 20 to 64 characters, letters A–Z, a–z and digits only.',
      '  line 7, key: A key has 20 to 64 characters, letters A–Z, a–z and digits only.',
      '  line 8, key: A key has 20 to 64 characters, letters A–Z, a–z and digits only.',
      '  line 9, key: A key has 20 to 64 characters, letters A–Z, a–z and digits only.',
      '  line 10, expires: "tomorrow" is not a date or time (write it like 2026-11-20 14:30:00+13:00).',
      '  line 11, expires: "2027-02-30" is not a day of the calendar.',
      '  line 12: 2 columns, but the first line has 4.',
    ),
  );
  expect(bytes().equals(before)).toBe(true);

  write('quote.csv', 'user,key,label,expires', `b@isp.example,${secret}"56,,`);
  const broken = await run('keys import %/quote.csv');
  expect(broken.status).toBe(1);
  expect(broken.stderr).not.toContain(secret);
});
