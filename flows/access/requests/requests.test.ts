import { describe, expect, test } from 'vitest';
import { getKeyWithUser, listKeys } from '#db/access/keys.ts';
import { readAllowlist } from '#db/access/networks.ts';
import { registrarsOfContact } from '#db/access/registrars.ts';
import { emailOfSession, forgetLinks, linksToPassOn } from '#db/access/requests/links.ts';
import { forgetRequests, getRequest, requestsOf, updateRequest } from '#db/access/requests/requests.ts';
import { callerLink } from '#db/access/requests/schema.ts';
import { auditEntry } from '#db/audit/schema.ts';
import type { Connection } from '#db/client.ts';
import { outboxMessage } from '#db/outbox/schema.ts';
import { issueKeyByEmail, replaceKey } from '#flows/access/keys.ts';
import { hashApiKey } from '#lib/access/keys/api-key.ts';
import {
  callerSessionMs,
  linkLifetimes,
  mostLinksOfAddress,
  mostLinksOfAll,
  mostLinksOfDomain,
  mostSignInLinks,
} from '#lib/access/requests.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { announceKeyEnds } from './announce-key-ends.ts';
import { askForAccess, confirmRequest } from './ask.ts';
import { approveKey, approveNetworks, declineRequest } from './decide.ts';
import { passOnLink } from './mailing.ts';
import {
  changeOwnKey,
  claimKey,
  claimOwnKey,
  endOwnKey,
  endOwnNetwork,
  makeOwnKey,
  replaceOwnKey,
} from './own-access.ts';
import { askToSignIn, signInByLink } from './sign-in.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const by = { actor: { who: 'ana@watea.example', address: '192.0.2.7' }, nowMs };
const from = { address: '203.0.113.9', nowMs };
const mailing = { baseUrl: 'https://watea.example', isMailSet: true };
const unmailed = { ...mailing, isMailSet: false };
const asked = {
  kind: 'key',
  name: 'Kim',
  email: 'kim@example.nz',
  organisation: 'Example Ltd',
  purpose: 'A map of our customers',
  terms: 'yes',
  website: '',
};
const terms = {
  label: 'Map',
  expiresAt: nowMs + 365 * dayMs,
  perSecond: 3,
  perDay: null,
  origins: null,
  scopes: ['2.0' as const],
};

/** An installation, and what its mails say. */
function installation() {
  const { reader, writer } = freshDatabase();
  const mails = () => writer.db.select().from(outboxMessage).all();
  const tokenOf = (body: string | null | undefined) => /\?token=([\w-]{43})$/m.exec(body ?? '')?.[1] ?? 'none';
  return {
    reader,
    writer,
    mails,
    tokenOf,
    /** The token of the last mail. */
    lastToken: () => tokenOf(mails().at(-1)?.body),
    audit: () => writer.db.select().from(auditEntry).all(),
    ask: (given: object = asked, how = mailing) => askForAccess(writer, given, how, nowMs),
  };
}

type Installation = ReturnType<typeof installation>;

/** A request whose address is confirmed. */
async function openRequest({ writer, ask, lastToken }: Installation, given: object = asked): Promise<number> {
  await ask(given);
  await confirmRequest(writer, lastToken(), nowMs);
  return requestsOf(writer, 'kim@example.nz')[0]?.id ?? 0;
}

describe('a key', () => {
  test('is asked for, confirmed, approved and shown once, and each step is in the audit log', async () => {
    const scene = installation();
    const { reader, writer, lastToken, mails, audit } = scene;
    const id = await openRequest(scene);
    await approveKey(writer, { id, ...terms, mailing }, by);
    expect(listKeys(reader)).toEqual([]);
    const token = lastToken();
    const { text } = await claimKey(writer, token, from);
    expect(hashApiKey(text)).toMatch(/^[0-9a-f]{64}$/);
    expect(listKeys(reader)).toMatchObject([{ user: 'kim@example.nz', label: 'Map', perSecond: 3, scopes: ['2.0'] }]);
    expect(getRequest(reader, id)).toMatchObject({
      state: 'done',
      decidedBy: 'ana@watea.example',
      keyId: listKeys(reader)[0]?.id,
    });
    await expect(claimKey(writer, token, from)).rejects.toMatchObject({ reason: { code: 'caller-link-expired' } });
    expect(audit().map(({ action, who, address }) => [action, who, address])).toEqual([
      ['request.ask', 'visitor', null],
      ['request.confirm', 'visitor', null],
      ['user.add', 'ana@watea.example', '192.0.2.7'],
      ['request.approve', 'ana@watea.example', '192.0.2.7'],
      ['key.issue', 'kim@example.nz', '203.0.113.9'],
      ['request.claim', 'kim@example.nz', '203.0.113.9'],
    ]);
    expect(mails().map(({ recipient, isSecret }) => [recipient, isSecret])).toEqual([
      ['kim@example.nz', true],
      ['kim@example.nz', true],
    ]);
  });

  test('can also be fetched by whoever is signed in with that address, and by nobody else', async () => {
    const scene = installation();
    const id = await openRequest(scene);
    await approveKey(scene.writer, { id, ...terms, mailing }, by);
    const others = claimOwnKey(scene.writer, { email: 'lee@example.nz', requestId: id }, from);
    await expect(others).rejects.toMatchObject({ reason: { code: 'request-gone' } });
    await claimOwnKey(scene.writer, { email: 'KIM@example.nz', requestId: id }, from);
    const again = claimKey(scene.writer, scene.lastToken(), from);
    await expect(again).rejects.toMatchObject({ reason: { code: 'caller-link-expired' } });
    expect(listKeys(scene.reader)).toHaveLength(1);
  });

  test('of somebody who has one already goes to the same user', async () => {
    const scene = installation();
    await issueKeyByEmail(scene.writer, { email: 'Kim@Example.nz', ...terms }, by);
    const id = await openRequest(scene);
    await approveKey(scene.writer, { id, ...terms, mailing }, by);
    await claimKey(scene.writer, scene.lastToken(), from);
    expect(listKeys(scene.reader).map(({ user }) => user)).toEqual(['Kim@Example.nz', 'Kim@Example.nz']);
  });

  test('that is declined is never issued, and the reason is mailed', async () => {
    const scene = installation();
    const id = await openRequest(scene);
    await declineRequest(scene.writer, { id, reason: 'We know no such firm.', mailing }, by);
    expect(scene.mails().at(-1)?.body).toContain('We know no such firm.');
    const late = approveKey(scene.writer, { id, ...terms, mailing }, by);
    await expect(late).rejects.toMatchObject({ reason: { code: 'request-decided' } });
  });
});

describe('a link', () => {
  test.each(['confirm', 'claim', 'sign-in'] as const)(
    '%s works until its end, and is stored as a hash',
    async (purpose) => {
      const scene = installation();
      const { writer, lastToken } = scene;
      await scene.ask();
      if (purpose !== 'confirm') await confirmRequest(writer, lastToken(), nowMs);
      if (purpose === 'claim') await approveKey(writer, { id: 1, ...terms, mailing }, by);
      if (purpose === 'sign-in') await askToSignIn(writer, 'kim@example.nz', mailing, nowMs);
      const token = lastToken();
      const use = (atMs: number) => {
        if (purpose === 'confirm') return confirmRequest(writer, token, atMs);
        if (purpose === 'claim') return claimKey(writer, token, { address: null, nowMs: atMs });
        return signInByLink(writer, token, atMs);
      };
      const endsAt = nowMs + linkLifetimes[purpose];
      await expect(use(endsAt)).rejects.toMatchObject({ reason: { code: 'caller-link-expired' } });
      await use(endsAt - 1);
      await expect(use(nowMs)).rejects.toMatchObject({ reason: { code: 'caller-link-expired' } });
      const rows = writer.db.select().from(callerLink).all();
      expect(rows.map(({ tokenHash }) => tokenHash)).toContain(hashToken(token));
      expect(JSON.stringify(rows)).not.toContain(token);
    },
  );

  test('is for its purpose only', async () => {
    const { writer, ask, lastToken } = installation();
    await ask();
    const wrong = signInByLink(writer, lastToken(), nowMs);
    await expect(wrong).rejects.toMatchObject({ reason: { code: 'caller-link-expired' } });
  });

  test('without a mail server is for staff to pass on, with a new token each time', async () => {
    const { writer, reader, ask, mails, audit, tokenOf } = installation();
    await ask(asked, unmailed);
    expect(mails()).toEqual([]);
    const [link] = linksToPassOn(reader, nowMs);
    const show = (tokenHash = '') => passOnLink(writer, { link: tokenHash, baseUrl: mailing.baseUrl }, by);
    const first = await show(link?.tokenHash);
    expect(first).toMatch(/^https:\/\/watea\.example\/developers\/confirm\?token=[\w-]{43}$/);
    const second = await show(linksToPassOn(reader, nowMs)[0]?.tokenHash);
    await expect(confirmRequest(writer, tokenOf(first), nowMs)).rejects.toMatchObject({
      reason: { code: 'caller-link-expired' },
    });
    await confirmRequest(writer, tokenOf(second), nowMs);
    expect(linksToPassOn(reader, nowMs)).toEqual([]);
    const { id = 0 } = requestsOf(reader, asked.email)[0] ?? {};
    await approveKey(writer, { id, ...terms, mailing: unmailed }, by);
    expect(linksToPassOn(reader, nowMs, { requestId: id })).toMatchObject([{ purpose: 'claim' }]);
    expect(linksToPassOn(reader, nowMs, { requestId: id + 1 })).toEqual([]);
    expect(audit().filter(({ action }) => action === 'request.pass-on')).toHaveLength(2);
  });
});

describe('abuse is bounded', () => {
  /** Has links in the table as if they had been sent. */
  function putLinks(writer: Connection, count: number, link: (at: number) => Partial<typeof callerLink.$inferInsert>) {
    const [row] = writer.db.select().from(callerLink).all();
    for (let at = 1; at <= count; at++) {
      const added = { ...row, tokenHash: `put ${at}`, ...link(at) } as typeof callerLink.$inferInsert;
      writer.db.insert(callerLink).values(added).run();
    }
  }

  test('an address gets a few mails a day for requests, and the next one is refused in words', async () => {
    const { ask, mails, writer } = installation();
    for (let attempt = 0; attempt < mostLinksOfAddress; attempt++) await ask({ ...asked, email: 'KIM@example.nz' });
    await expect(ask(asked)).rejects.toMatchObject({
      faults: [{ where: { field: 'email' }, reason: { code: 'asked-for-address', most: mostLinksOfAddress } }],
    });
    expect(mails()).toHaveLength(mostLinksOfAddress);
    await askForAccess(writer, asked, mailing, nowMs + dayMs);
    expect(mails()).toHaveLength(mostLinksOfAddress + 1);
  });

  test('the addresses of a mail domain get so many together, and another domain is not affected', async () => {
    const { ask, writer, mails } = installation();
    await ask();
    putLinks(writer, mostLinksOfDomain - 1, (at) => ({ email: `${at}@Example.NZ` }));
    await expect(ask({ ...asked, email: 'new@example.nz' })).rejects.toMatchObject({
      faults: [{ where: { field: 'email' }, reason: { code: 'asked-for-domain', most: mostLinksOfDomain } }],
    });
    await ask({ ...asked, email: 'new@sub.example.nz' });
    expect(mails()).toHaveLength(2);
  });

  test('who is known can always sign in: others spend neither that nor the links that work', async () => {
    const { ask, writer, mails, lastToken } = installation();
    await ask();
    await confirmRequest(writer, lastToken(), nowMs);
    putLinks(writer, mostLinksOfAll, (at) => ({ email: `${at}@elsewhere.example` }));
    const askAt = (atMs: number) => askToSignIn(writer, 'kim@example.nz', mailing, atMs);
    for (let attempt = 0; attempt < mostSignInLinks + 3; attempt++) await askAt(nowMs);
    // those that it has work for an hour
    expect(mails()).toHaveLength(1 + mostSignInLinks);
    await askAt(nowMs + hourMs);
    expect(mails()).toHaveLength(2 + mostSignInLinks);
  });

  test('all together get so many, and then everybody is refused', async () => {
    const { ask, writer, mails } = installation();
    await ask();
    putLinks(writer, mostLinksOfAll - 1, (at) => ({ email: `kim@${at}.example` }));
    await expect(ask({ ...asked, email: 'new@example.nz' })).rejects.toMatchObject({
      reason: { code: 'requests-full' },
    });
    expect(mails()).toHaveLength(1);
  });

  test('what fills in the trap is dropped', async () => {
    const { ask, mails, reader } = installation();
    await ask({ ...asked, website: 'https://spam.example' });
    expect([mails(), requestsOf(reader, 'kim@example.nz')]).toEqual([[], []]);
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['an address with a space', { email: 'a b@c.nz' }, 'email'],
    ['no purpose', { purpose: '' }, 'purpose'],
    ['no terms', { terms: undefined }, 'terms'],
    ['a line break in a name', { name: 'a\nb' }, 'name'],
    ['a host as a network', { kind: 'networks', networks: '192.0.2.7/24' }, 'networks'],
    ['a very large network', { kind: 'networks', networks: '128.0.0.0/2' }, 'networks'],
    ['only comments as networks', { kind: 'networks', networks: '# none' }, 'networks'],
  ])('%s is refused at its field', async (_what, given, field) => {
    const { ask, audit } = installation();
    await expect(ask({ ...asked, ...given })).rejects.toMatchObject({ faults: [{ where: { field } }] });
    expect(audit()).toEqual([]);
  });

  test('the faults of networks come with those of the other fields', async () => {
    const { ask } = installation();
    const given = { ...asked, name: ' ', kind: 'networks', networks: '192.0.2.7\nno address' };
    await expect(ask(given)).rejects.toMatchObject({
      faults: [{ where: { field: 'name' } }, { where: { field: 'networks', line: 2 } }],
    });
  });

  test('an address that is not known gets no sign-in link', async () => {
    const { writer, mails } = installation();
    await askToSignIn(writer, 'nobody@example.nz', mailing, nowMs);
    expect(mails()).toEqual([]);
  });

  test('a mail has nothing that a stranger typed', async () => {
    const { ask, mails } = installation();
    await ask({ ...asked, name: 'BUY-NOW', organisation: 'BUY-NOW', purpose: 'BUY-NOW' });
    expect(JSON.stringify(mails())).not.toContain('BUY-NOW');
  });
});

describe('networks', () => {
  const forNetworks = { ...asked, kind: 'networks', networks: '192.0.2.7\n2001:db8::/32 office' };
  const newOne = { registrarId: null, newRegistrar: 'Example', perSecond: null, areOverlapsConfirmed: false, mailing };

  test('are allowed for a new registrar, whose contact sees and removes them', async () => {
    const scene = installation();
    const { writer, reader, mails } = scene;
    const id = await openRequest(scene, forNetworks);
    await approveNetworks(writer, { id, ...newOne }, by);
    expect(readAllowlist(reader).map(({ network, registrar }) => [network, registrar])).toEqual([
      ['192.0.2.7/32', 'Example'],
      ['2001:db8::/32', 'Example'],
    ]);
    expect(mails().at(-1)?.body).toContain('192.0.2.7/32\n2001:db8::/32');
    const [registrar] = registrarsOfContact(reader, 'KIM@example.nz');
    expect(registrar).toMatchObject({ name: 'Example' });
    expect(getRequest(reader, id)?.registrarId).toBe(registrar?.id);
    const [entry] = readAllowlist(reader);
    const own = (email: string) => endOwnNetwork(writer, { email, id: entry?.id ?? 0 }, from);
    await expect(own('lee@example.nz')).rejects.toMatchObject({ reason: { code: 'network-gone' } });
    await own('kim@example.nz');
    expect(readAllowlist(reader)).toHaveLength(1);
  });

  test('that overlap those of another registrar wait for a confirmation', async () => {
    const scene = installation();
    const { writer, reader } = scene;
    await approveNetworks(writer, { id: await openRequest(scene, forNetworks), ...newOne }, by);
    const id = await openRequest(scene, { ...forNetworks, networks: '192.0.2.0/28' });
    const other = { id, ...newOne, newRegistrar: 'Other' };
    await expect(approveNetworks(writer, other, by)).rejects.toMatchObject({ reason: { code: 'networks-overlap' } });
    expect(readAllowlist(reader)).toHaveLength(2);
    await approveNetworks(writer, { ...other, areOverlapsConfirmed: true }, by);
    expect(readAllowlist(reader)).toHaveLength(3);
  });

  test('cannot be approved as a key, nor without a registrar, nor on an old page', async () => {
    const scene = installation();
    const id = await openRequest(scene, forNetworks);
    const asKey = approveKey(scene.writer, { id, ...terms, mailing }, by);
    await expect(asKey).rejects.toMatchObject({ reason: { code: 'request-decided' } });
    const none = approveNetworks(scene.writer, { id, ...newOne, newRegistrar: '' }, by);
    await expect(none).rejects.toMatchObject({ faults: [{ where: { field: 'registrarId' } }] });
    const old = approveNetworks(scene.writer, { id, ...newOne, seen: { revision: 0 } }, by);
    await expect(old).rejects.toMatchObject({ reason: { code: 'changed-meanwhile' } });
  });
});

describe('whoever is signed in', () => {
  test('has a session of twelve hours', async () => {
    const scene = installation();
    await openRequest(scene);
    await askToSignIn(scene.writer, 'KIM@example.nz', mailing, nowMs);
    const session = await signInByLink(scene.writer, scene.lastToken(), nowMs);
    const emailAt = (atMs: number) => emailOfSession(scene.reader, hashToken(session), atMs);
    expect([emailAt(nowMs + callerSessionMs - 1), emailAt(nowMs + callerSessionMs)]).toEqual([
      'kim@example.nz',
      undefined,
    ]);
    forgetLinks(scene.writer, nowMs + 2 * dayMs);
    expect(scene.writer.db.select().from(callerLink).all()).toEqual([]);
  });

  test('replaces and ends own keys, and nobody else’s', async () => {
    const { writer, reader } = installation();
    const { id } = await issueKeyByEmail(writer, { email: 'kim@example.nz', ...terms }, by);
    const own = { email: 'Kim@example.nz', id };
    const { oldEndsAt, text } = await replaceOwnKey(writer, own, from);
    expect([oldEndsAt - nowMs, text.length]).toEqual([7 * dayMs, 45]);
    for (const act of [replaceOwnKey, endOwnKey]) {
      const others = act(writer, { email: 'lee@example.nz', id }, from);
      await expect(others).rejects.toMatchObject({ reason: { code: 'key-of-somebody-else' } });
    }
    await endOwnKey(writer, own, from);
    expect(listKeys(reader).map(({ revokedAt }) => revokedAt)).toEqual([nowMs, null]);
  });
});

describe('the terms of own keys', () => {
  const chosen = { label: 'Shop', expiresAt: '2026-12-24', scopes: ['2.0'], origins: 'https://shop.example\n' };
  const granted = async () => {
    const { writer, reader } = installation();
    const { id } = await issueKeyByEmail(writer, { email: 'kim@example.nz', ...terms }, by);
    return { writer, reader, own: { email: 'kim@example.nz', id } };
  };

  test('another key has the limits of the first, and the name, end, uses and sites that were chosen', async () => {
    const { writer, reader, own } = await granted();
    await makeOwnKey(writer, { ...own, terms: chosen }, from);
    expect(getKeyWithUser(reader.db, 2)?.key).toMatchObject({
      label: 'Shop',
      perSecond: 3,
      scopes: ['2.0'],
      origins: ['https://shop.example'],
      expiresAt: Date.parse('2026-12-25T00:00:00+13:00'),
    });
    // or whoever has one key would have the limits of many
    await expect(makeOwnKey(writer, { ...own, terms: chosen }, from)).rejects.toMatchObject({
      reason: { code: 'too-many-keys', most: 2 },
    });
    const others = makeOwnKey(writer, { email: 'lee@example.nz', id: own.id, terms: chosen }, from);
    await expect(others).rejects.toMatchObject({ reason: { code: 'key-of-somebody-else' } });
    await endOwnKey(writer, own, from);
    await expect(makeOwnKey(writer, { ...own, terms: chosen }, from)).rejects.toMatchObject({
      reason: { code: 'key-expired' },
    });
  });

  test('a key is changed within what staff granted, and never beyond', async () => {
    const { writer, reader, own } = await granted();
    await changeOwnKey(writer, { ...own, terms: { ...chosen, expiresAt: '' } }, from);
    expect(listKeys(reader)[0]).toMatchObject({ label: 'Shop', perSecond: 3, expiresAt: terms.expiresAt });
    const refusals = [
      [{ ...chosen, scopes: ['2.0', 'bulk'] }, 'scopes-not-granted'],
      [{ ...chosen, expiresAt: '2028-01-01' }, 'ends-too-late'],
      [{ ...chosen, expiresAt: '2026-11-19' }, 'expires-in-the-past'],
      [{ ...chosen, expiresAt: 'soon' }, 'not-a-day'],
      [{ ...chosen, scopes: [] }, 'no-scopes'],
      [{ ...chosen, origins: 'shop' }, 'not-an-origin'],
    ] as const;
    for (const [given, code] of refusals)
      await expect(changeOwnKey(writer, { ...own, terms: given }, from)).rejects.toMatchObject({
        faults: [{ reason: { code } }],
      });
  });

  test.each([
    ['making another', makeOwnKey],
    ['changing one', changeOwnKey],
  ])('%s shows all that is wrong at once', async (_what, act) => {
    const { writer, own } = await granted();
    const given = { label: 'x'.repeat(101), expiresAt: '2028-01-01', scopes: ['2.0', 'bulk'], origins: 'shop' };
    await expect(act(writer, { ...own, terms: given }, from)).rejects.toMatchObject({
      faults: [
        { where: { field: 'label' }, reason: { code: 'too-long' } },
        { where: { field: 'origins' }, reason: { code: 'not-an-origin' } },
        { where: { field: 'scopes' }, reason: { code: 'scopes-not-granted' } },
        { where: { field: 'expiresAt' }, reason: { code: 'ends-too-late' } },
      ],
    });
  });
});

describe('what is kept', () => {
  test('a request is deleted after 90 days, one that was never confirmed after 7, with its links', async () => {
    const scene = installation();
    const { writer, reader, ask } = scene;
    await openRequest(scene);
    await ask({ ...asked, email: 'lee@example.nz' });
    forgetRequests(writer, nowMs + 7 * dayMs - 1);
    expect(requestsOf(reader, 'lee@example.nz')).toHaveLength(1);
    forgetRequests(writer, nowMs + 7 * dayMs);
    expect(requestsOf(reader, 'lee@example.nz')).toEqual([]);
    updateRequest(writer.db, 1, { state: 'declined' });
    forgetRequests(writer, nowMs + 90 * dayMs - 1);
    expect(getRequest(reader, 1)).toBeDefined();
    forgetRequests(writer, nowMs + 90 * dayMs);
    expect(getRequest(reader, 1)).toBeUndefined();
    expect(writer.db.select().from(callerLink).all()).toEqual([]);
  });

  test('the audit log has neither name nor address of somebody who was declined', async () => {
    const scene = installation();
    const id = await openRequest(scene);
    await declineRequest(scene.writer, { id, reason: 'No.', mailing }, by);
    expect(JSON.stringify(scene.audit())).not.toMatch(/kim|example\.nz|Example Ltd|customers/i);
  });
});

test('a user is mailed once before each end of a key, if mail is set', async () => {
  const { writer, mails } = installation();
  const { id } = await issueKeyByEmail(
    writer,
    { email: 'kim@example.nz', ...terms, expiresAt: nowMs + 20 * dayMs },
    by,
  );
  const announce = (days: number, how = mailing) => announceKeyEnds(writer, how, nowMs + days * dayMs);
  expect([await announce(5), await announce(6, unmailed), await announce(6), await announce(7)]).toEqual([0, 0, 1, 0]);
  expect(mails()).toMatchObject([{ kind: 'key end', recipient: 'kim@example.nz' }]);
  expect(mails()[0]?.body).toMatch(/10 December 2026, 12:00 pm/);
  await replaceKey(writer, { id, overlapMs: dayMs, expiresAt: null }, { ...by, nowMs: nowMs + 8 * dayMs });
  expect(await announce(8)).toBe(1);
});
