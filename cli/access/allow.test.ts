import { expect, test } from 'vitest';
import { done, type Installation, makeInstallation, refused } from '#tests/support/installation.ts';

async function migrated(): Promise<Installation> {
  const installation = makeInstallation();
  await installation.run('migrate');
  return installation;
}
const listOf = async ({ run }: Installation) => JSON.parse((await run('allow list --json')).stdout);

test('R11: networks are added, listed by registrar and removed', async () => {
  const installation = await migrated();
  const { run } = installation;
  expect(await run('allow list')).toEqual(
    done('Nobody is allowed yet: add a network with "allow add CIDR --registrar NAME --new-registrar".\n'),
  );
  expect(await run('allow add 192.0.2.0/24 --registrar Isp --new-registrar --note office --per-second 7')).toEqual(
    done('192.0.2.0/24 is allowed for Isp.\n'),
  );
  expect(await run('allow add 2001:0DB8::1 --registrar Host --new-registrar --json')).toEqual(
    done('{"network":"2001:db8::1/128","registrar":"Host","perSecond":null}\n'),
  );
  expect(await run('allow add ::ffff:198.51.100.7 --registrar ISP')).toEqual(
    done('198.51.100.7/32 is allowed for Isp.\n'),
  );
  expect(await run('allow list')).toEqual(
    done('2001:db8::1/128\tHost\n192.0.2.0/24\tIsp (7/s)\toffice\n198.51.100.7/32\tIsp (7/s)\n'),
  );
  const [first] = await listOf(installation);
  expect(first).toEqual({
    network: '2001:db8::1/128',
    registrar: 'Host',
    perSecond: null,
    note: '',
    validFrom: null,
    validUntil: null,
    revision: expect.any(Number),
    registrarRevision: expect.any(Number),
  });
  expect(await run('allow remove 2001:db8::1/128 --json')).toEqual(done('{"network":"2001:db8::1/128"}\n'));
  expect(await run('allow remove 192.0.2.0/24')).toEqual(done('192.0.2.0/24 is no longer allowed.\n'));
  expect(await listOf(installation)).toHaveLength(1);
});

test('R11: --per-second changes the limit of an existing registrar', async () => {
  const installation = await migrated();
  await installation.run('allow add 192.0.2.1 --registrar Isp --new-registrar --per-second 7');
  await installation.run('allow add 192.0.2.2 --registrar Isp --per-second 9');
  await installation.run('allow add 192.0.2.3 --registrar Isp');
  const limits = (await listOf(installation)).map(({ perSecond }: { perSecond: number }) => perSecond);
  expect(limits).toEqual([9, 9, 9]);
});

test('a refusal gives the reason and leaves the database unchanged to the byte', async () => {
  const installation = await migrated();
  const { run, bytes } = installation;
  await run('allow add 192.0.2.0/24 --registrar Isp --new-registrar --per-second 7');
  const before = bytes();
  const cases: [args: string, sentence: string][] = [
    ['allow add 192.0.2.0/24 --registrar Isp', '192.0.2.0/24 is already allowed, for Isp.'],
    ['allow add 192.0.2.0/24 --registrar Other --per-second 9', '192.0.2.0/24 is already allowed, for Isp.'],
    [
      'allow add 192.0.2.9/24 --registrar Isp',
      '192.0.2.9/24 is not the start of a network: write 192.0.2.0/24 for the whole network, or 192.0.2.9/32 for the one address.',
    ],
    [
      'allow add 192.0.2.0/33 --registrar Isp',
      '"/33" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.',
    ],
    [
      'allow add localhost --registrar Isp',
      '"localhost" is not an IP address or network; write it like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.',
    ],
    [
      'allow add 192.0.2.010 --registrar Isp',
      '"192.0.2.010" is not an IP address or network; write it like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.',
    ],
    [
      'allow add 203.0.113.0/24 --registrar Other --per-second 9',
      'No registrar is called Other; to add it, use --new-registrar.',
    ],
    ...['0.0.0.0/0', '::/0', '128.0.0.0/1'].map((network): [string, string] => [
      `allow add ${network} --registrar Isp`,
      `${network} is very large: requests from anywhere in it would count as this registrar’s; if that is meant, use --yes-all-addresses.`,
    ]),
    [
      'allow add 192.0.2.1 --registrar Isp --note 192.0.2.9',
      '"192.0.2.9" after the network is more addresses, a mask or a prefix: write each network as 192.0.2.0/24, on a line of its own, and notes in words.',
    ],
    ['allow remove 192.0.2.0/25', '192.0.2.0/25 is not on the allowlist; "allow list" shows what is.'],
  ];
  const answers = await Promise.all(cases.map(([args]) => run(args)));
  expect(answers).toEqual(cases.map(([, sentence]) => refused(sentence)));
  expect(await run('allow add 192.0.2.0/24 --registrar Isp --json')).toEqual(
    refused('{"error":"192.0.2.0/24 is already allowed, for Isp.","faults":[],"total":0}'),
  );
  expect(bytes().equals(before)).toBe(true);
});

test('allow add: very many addresses are allowed for somebody who says so', async () => {
  const { run } = await migrated();
  expect(await run('allow add 0.0.0.0/0 --registrar Isp --new-registrar --yes-all-addresses')).toEqual(
    done('0.0.0.0/0 is allowed for Isp.\n'),
  );
});

test('--if-unchanged: an entry or a registrar that was changed since is left alone', async () => {
  const installation = await migrated();
  const { run } = installation;
  await run('allow add 192.0.2.1 --registrar Isp --new-registrar');
  const [{ revision, registrarRevision }] = await listOf(installation);
  await run('allow add 192.0.2.2 --registrar Isp --per-second 7');
  const stale = await run(`allow add 192.0.2.3 --registrar Isp --per-second 9 --if-unchanged ${registrarRevision}`);
  expect(stale).toMatchObject({ status: 1, stdout: '' });
  expect(stale.stderr).toContain('somebody on the command line changed this at');
  expect((await listOf(installation)).map(({ perSecond }: { perSecond: number }) => perSecond)).toEqual([7, 7]);
  expect(await run(`allow remove 192.0.2.1 --if-unchanged ${revision}`)).toEqual(
    done('192.0.2.1/32 is no longer allowed.\n'),
  );
});

test('allow import: an unknown registrar and very many addresses are faults of their lines', async () => {
  const { run, write, folder } = await migrated();
  await run('allow add 192.0.2.1 --registrar Isp --new-registrar');
  write('new.csv', 'network,registrar', '192.0.2.7,Isp', '192.0.2.8,New', '::/0,Isp');
  expect(await run('allow import %/new.csv')).toEqual(
    refused(
      `${folder}/new.csv was not imported; the allowlist is unchanged.`,
      '  line 3: No registrar is called New; to add it, use --new-registrar.',
      '  line 4: ::/0 is very large: requests from anywhere in it would count as this registrar’s; if that is meant, use --yes-all-addresses.',
    ),
  );
  expect(await run('allow import %/new.csv --new-registrar --yes-all-addresses')).toEqual(
    done('3 networks were added.\n'),
  );
});

test('wrong usage exits with 2', async () => {
  const { run } = await migrated();
  const cases: [args: string, words: string][] = [
    ['allow', 'Usage: watea allow'],
    ['allow add --registrar Isp', "missing required argument 'cidr'"],
    ['allow add 192.0.2.1', "required option '--registrar <name>' not specified"],
    ['allow add 192.0.2.1 --registrar Isp --per-second 0', 'It must be a whole number from 1 to 1,000,000,000,000.'],
    ['allow add 192.0.2.1 --registrar Isp --per-second 1.5', 'It must be a whole number from 1 to 1,000,000,000,000.'],
    ['allow remove', "missing required argument 'cidr'"],
    ['allow import', "missing required argument 'file'"],
  ];
  const answers = await Promise.all(cases.map(([args]) => run(args)));
  for (const [place, { status, stdout, stderr }] of answers.entries()) {
    expect(stderr).toContain(cases[place]?.[1]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  }
});

test('allow import accepts any line endings, a byte order mark, any column order and empty lines', async () => {
  const installation = await migrated();
  const { run, write } = installation;
  write(
    'good.csv',
    '\ufeffRegistrar,note,NETWORK\r',
    'Isp,"office, ""north""",192.0.2.0/24\r',
    '\r',
    ' Isp , , 192.0.2.7 \r',
    'Höst,ō,2001:db8::/32\r',
  );
  expect(await run('allow import %/good.csv --new-registrar')).toEqual(done('3 networks were added.\n'));
  expect(
    (await listOf(installation)).map(({ network, registrar, note }: Record<string, string>) => [
      network,
      registrar,
      note,
    ]),
  ).toEqual([
    ['2001:db8::/32', 'Höst', 'ō'],
    ['192.0.2.0/24', 'Isp', 'office, "north"'],
    ['192.0.2.7/32', 'Isp', ''],
  ]);
  write('one.csv', 'network,registrar', '198.51.100.0/24,Isp');
  expect(await run('allow import %/one.csv --json')).toEqual(done('{"added":1}\n'));
});

test('allow import refuses a whole file, with its faults by line', async () => {
  const { run, write, bytes, folder } = await migrated();
  await run('allow add 192.0.2.0/24 --registrar Isp --new-registrar');
  const before = bytes();
  write(
    'bad.csv',
    'network,registrar,note',
    '198.51.100.0/24,New,fine',
    '192.0.2.0/24,Other,',
    '',
    '198.51.100.0/24,New,again',
    '198.51.100.9/24,New,',
    'somewhere,New,',
    '203.0.113.0/24,,',
    '203.0.113.0/24',
    '203.0.113.0/24,New,note,more',
    '203.0.113.0/24,New,and 203.0.113.9',
  );
  expect(await run('allow import %/bad.csv --new-registrar')).toEqual(
    refused(
      `${folder}/bad.csv was not imported; the allowlist is unchanged.`,
      '  line 3: 192.0.2.0/24 is already allowed, for Isp.',
      '  line 5: 198.51.100.0/24 is already allowed, for New.',
      '  line 6, network: 198.51.100.9/24 is not the start of a network: write 198.51.100.0/24 for the whole network, or 198.51.100.9/32 for the one address.',
      '  line 7, network: "somewhere" is not an IP address or network; write it like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.',
      '  line 8, registrar: Fill this in.',
      '  line 9: 1 column, but the first line has 3.',
      '  line 10: 4 columns, but the first line has 3.',
      '  line 11, note: "and 203.0.113.9" after the network is more addresses, a mask or a prefix: write each network as 192.0.2.0/24, on a line of its own, and notes in words.',
    ),
  );
  expect(bytes().equals(before)).toBe(true);
});

test('allow import lists the first 20 faults and counts the rest', async () => {
  const { run, write, folder } = await migrated();
  write('bad.csv', 'network,registrar', ...Array.from({ length: 30 }, (_, place) => `x${place},Isp`));
  const { status, stderr } = await run('allow import %/bad.csv --new-registrar --json');
  expect(status).toBe(1);
  const { error, faults, total } = JSON.parse(stderr);
  expect(error).toBe(`${folder}/bad.csv was not imported; the allowlist is unchanged.`);
  expect(faults.map(({ where }: { where: string }) => where)).toEqual(
    Array.from({ length: 20 }, (_, place) => `line ${place + 2}, network`),
  );
  expect(total).toBe(30);
  const words = (await run('allow import %/bad.csv --new-registrar')).stderr.trimEnd().split('\n');
  expect(words).toHaveLength(22);
  expect(words.at(-1)).toBe('  … 30 in all; the first 20 are listed.');
});

test('allow import refuses other files', async () => {
  const { run, write, bytes, folder } = await migrated();
  const before = bytes();
  write('header.csv', '192.0.2.0/24,Isp');
  write('foreign.csv', 'network,registrar,colour', '192.0.2.0/24,Isp,red');
  write('twice.csv', 'network,registrar,network', '192.0.2.0/24,Isp,192.0.2.0/24');
  write('open.csv', 'network,registrar', '192.0.2.0/24,"Isp');
  write('empty.csv');
  const cases: [file: string, words: string][] = [
    ['header.csv', `${folder}/header.csv must begin with a line of column names; it lacks network, registrar.`],
    ['foreign.csv', `${folder}/foreign.csv has the column colour; known columns are network, registrar, note.`],
    [
      'twice.csv',
      `${folder}/twice.csv has the column network twice, and only one of them could be read. Give each column its own name.`,
    ],
    [
      'open.csv',
      `${folder}/open.csv, line 2: this is not CSV; look for a quotation mark that is out of place or not closed.`,
    ],
    ['empty.csv', `${folder}/empty.csv must begin with a line of column names; it lacks network, registrar.`],
  ];
  const answers = await Promise.all(cases.map(([file]) => run(`allow import %/${file}`)));
  expect(answers).toEqual(cases.map(([, words]) => refused(words)));
  expect(bytes().equals(before)).toBe(true);
});
