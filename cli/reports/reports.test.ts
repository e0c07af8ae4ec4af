import { expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

/** A report about a point for which the provider with the number was asked; undefined for none. */
function addReport(databaseFile: string, providerId?: number): void {
  const { sqlite } = openWriter(databaseFile);
  sqlite
    .prepare("INSERT INTO point_report (created_at, y, x, what, email, shown, answer) VALUES (?, ?, ?, ?, ?, '', '')")
    .run(noon, -412_866_000, -52_244_000, 'No fibre\nhere', 'visitor@home.example');
  if (providerId !== undefined)
    sqlite.prepare('INSERT INTO report_answer (report_id, provider_id) VALUES (1, ?)').run(providerId);
  sqlite.close();
}

const noon = Date.parse('2026-11-20T12:00:00+13:00');

test('reports are listed without their visitor’s email address, and their findings recorded', async () => {
  const { run, databaseFile } = makeInstallation();
  await run('migrate');
  expect(await run('reports list')).toEqual(done('There are no reports.\n'));
  addReport(databaseFile);
  const listed = await run('reports list --state open');
  expect(listed).toEqual(done('1\topen\t2026-11-20 12:00:00+13:00\t-41.2866/174.7756\tNo fibre here\n'));
  expect(await run('reports change 1 --state done --note Checked')).toEqual(done('Report 1 is changed.\n'));
  expect(await run('reports change 1 --state done')).toEqual(done('Report 1 has this already: nothing was changed.\n'));
  const json = (await run('reports list --json')).stdout;
  expect(JSON.parse(json)).toMatchObject([
    {
      report: 1,
      state: 'done',
      note: 'Checked',
      y: '-41.2866',
      x: '174.7756',
      handledBy: expect.any(String),
      came: '2026-11-20T12:00:00+13:00',
      handled: expect.stringMatching(/^2026-11-20T12:00:\d\d\+13:00$/),
    },
  ]);
  expect(json).not.toContain('visitor@home.example');
  const [{ revision }] = JSON.parse(json);
  await run('reports change 1 --state open');
  expect(await run(`reports change 1 --state done --if-unchanged ${revision}`)).toMatchObject({ status: 1 });
  expect(await run('reports change 9 --state done')).toEqual(refused('This report does not exist.'));
  expect(await run('reports change 1')).toMatchObject({ status: 2 });
});

test('a report is answered for staff and for a provider, each with an answer of its own', async () => {
  const { run, write, databaseFile } = makeInstallation();
  await run('migrate');
  const towns = write('towns.geojson', JSON.stringify(collection(feature({}, square(174, -41)))));
  await run(`coverage import ${towns} --new-provider`);
  addReport(databaseFile, 1);
  expect(await run('reports answer 1 --outcome confirmed')).toEqual(done('Report 1 is answered.\n'));
  const answered = await run('reports answer 1 --provider one --outcome corrected --delivery 1 --json');
  expect(JSON.parse(answered.stdout)).toEqual({
    report: 1,
    outcome: 'corrected',
    delivery: 1,
    words: '',
    revision: expect.any(Number),
  });
  const answers = async () => JSON.parse((await run('reports list --json')).stdout)[0].answers;
  const [ofOne, ofStaff] = await answers();
  expect([ofOne, ofStaff]).toMatchObject([
    { provider: 'One', outcome: 'corrected', delivery: 1, answered: expect.stringMatching(/^2026-11-20T12:00:\d\d/) },
    { provider: null, outcome: 'confirmed', delivery: null, answeredBy: 'command line' },
  ]);
  expect(ofOne.revision).toBe(JSON.parse(answered.stdout).revision);
  expect(await run('reports answer 1 --outcome confirmed')).toEqual(
    done('Report 1 has this answer already: nothing was changed.\n'),
  );

  // another outcome than a correction has no delivery, and needs a reason
  const notSo = 'reports answer 1 --provider One --outcome not-so';
  expect(await run(notSo)).toMatchObject({ status: 1, stderr: expect.stringContaining('Say why') });
  expect(await run(`${notSo} --words Checked --if-unchanged ${ofOne.revision}`)).toMatchObject({ status: 0 });
  expect(await answers()).toMatchObject([{ outcome: 'not-so', delivery: null, words: 'Checked' }, {}]);
  const late = await run(`${notSo} --words Again --if-unchanged ${ofOne.revision}`);
  expect(late).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was saved') });
});

test.each([
  ['9 --outcome confirmed', 'This report does not exist.'],
  ['1 --outcome corrected', 'Choose the delivery that corrects it.'],
  ['1 --outcome corrected --delivery 9', '9'],
  ['1 --outcome confirmed --delivery 1', 'Only a correction names a delivery.'],
  ['1 --words Hm', 'Choose one of the options.'],
  ['1 --outcome confirmed --provider Two', 'This report does not exist.'],
  ['1 --outcome confirmed --provider Nobody', 'There is no provider called Nobody: check the spelling.'],
])('reports answer %s is refused, and nothing changes', async (args, sentence) => {
  const { run, databaseFile, bytes } = makeInstallation();
  await run('migrate');
  await run('providers add One');
  await run('providers add Two');
  addReport(databaseFile, 1);
  const before = bytes();
  const answer = await run(`reports answer ${args}`);
  expect(answer).toMatchObject({ status: 1, stderr: expect.stringContaining(sentence) });
  expect(bytes().equals(before)).toBe(true);
});

test.each([['1'], ['one --outcome confirmed'], ['1 --outcome lost'], ['1 --outcome corrected --delivery 0']])(
  'reports answer %s is wrong usage',
  async (args) => {
    const { run } = makeInstallation();
    await run('migrate');
    expect(await run(`reports answer ${args}`)).toMatchObject({ status: 2 });
  },
);
