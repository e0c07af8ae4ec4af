import { findSettings } from '#app/admin/settings/setting-list.ts';
import { findScreens } from '#components/admin/shell/screens.ts';
import { pageOfKeys } from '#db/access/keys.ts';
import { pageOfRegistrars } from '#db/access/registrars.ts';
import { pageOfUsers } from '#db/access/users.ts';
import { pageOfProviders } from '#db/broadband/providers.ts';
import { listTechnologies } from '#db/broadband/technologies.ts';
import { getVersion } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { namesWith } from '#db/registry/name-list.ts';
import { getReport } from '#db/reports/reports.ts';
import { pageOfStaff } from '#db/staff/list.ts';
import { parseAddress } from '#lib/access/address.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { parseNamePart } from '#lib/registry/names/name-part.ts';
import { isRoleEnough, type Role, roleNames } from '#lib/staff/role.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { hasTypedWords } from '#lib/typed-words.ts';

/** What was found of one kind: the first rows, how many there are, and the list that has them all. */
export interface FoundGroup {
  readonly title: string;
  readonly rows: readonly FoundRow[];
  readonly total: number;
  readonly list?: string;
}

interface FoundRow {
  readonly href: string;
  readonly title: string;
  readonly detail: string;
}

const firstRows = 8;

interface Finding {
  readonly reader: Connection;
  readonly role: Role;
  readonly nowMs: EpochMs;
}

/** The shortest text that is looked for in names: shorter ones are in most of them. */
const shortestPart = 3;

/**
 * Finds what a text can mean: a domain name or a part of one, an IP address, the beginning of a key, part of the name of a
 * registrar, user, provider, technology, account of staff, screen or setting, or the number of a version or report. Groups without rows are left
 * out.
 *
 * @param isTyping whether more may be typed: names of the register are then found by their beginning only, which is quick
 */
export function find({ reader, role, nowMs }: Finding, text: string, { isTyping = false } = {}): FoundGroup[] {
  if (text === '') return [];
  const whole = nameGroups(text);
  const groups = [
    ...addressGroups(text),
    ...whole,
    ...numberGroups(reader, text),
    screenGroup(role, text),
    settingGroup(text),
    ...accessGroups(reader, text, nowMs),
    technologyGroup(reader, text),
    staffGroup(reader, role, text),
    ...(whole.length > 0 || text.length < shortestPart ? [] : [partGroup(reader, text, isTyping)]),
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function screenGroup(role: Role, text: string): FoundGroup {
  const screens = text.length < shortestPart ? [] : findScreens(role, text);
  const rows = screens.map(({ path, title }) => ({ href: path, title, detail: '' }));
  return { title: 'Screens and settings', rows, total: rows.length };
}

/** What the server's administrator sets, by its name. */
function settingGroup(text: string): FoundGroup {
  const found = text.length < shortestPart ? [] : findSettings(text);
  return {
    title: 'Set by the server’s administrator',
    total: found.length,
    list: `/admin/settings?search=${encodeURIComponent(text)}`,
    rows: found.slice(0, firstRows).map(({ name, meaning }) => ({
      href: `/admin/settings?search=${name}`,
      title: name,
      detail: meaning,
    })),
  };
}

function technologyGroup(reader: Connection, text: string): FoundGroup {
  const found = listTechnologies(reader).filter(({ name }) => hasTypedWords(name, text));
  return {
    title: 'Technologies',
    total: found.length,
    list: '/admin/technologies',
    rows: found.slice(0, firstRows).map(({ id, name, retiredAt }) => ({
      href: `/admin/technologies/${id}`,
      title: name,
      detail: retiredAt === null ? '' : 'Retired',
    })),
  };
}

/** Accounts of staff, for administrators. */
function staffGroup(reader: Connection, role: Role, search: string): FoundGroup {
  const title = 'Staff';
  if (!isRoleEnough(role, 'admin')) return { title, rows: [], total: 0 };
  const wanted = { search, state: undefined, sort: 'email', descending: false, page: 1, pageSize: firstRows } as const;
  const { rows, total } = pageOfStaff(reader, wanted);
  return {
    title,
    total,
    list: `/admin/staff?search=${encodeURIComponent(search)}`,
    rows: rows.map(({ id, email, role: held }) => ({
      href: `/admin/staff/${id}`,
      title: email,
      detail: roleNames[held],
    })),
  };
}

/** Names of the register that contain the text. */
function partGroup(reader: Connection, text: string, isTyping: boolean): FoundGroup {
  const where = isTyping ? 'at the beginning' : 'anywhere';
  const part = parseNamePart(text);
  const names = part === undefined ? [] : namesWith(reader, part, { where, most: firstRows + 1 });
  const rows = names.slice(0, firstRows).map((name) => ({
    href: `/admin/register?name=${encodeURIComponent(name)}`,
    title: name,
    detail: '',
  }));
  return {
    title: 'Names in the register',
    rows,
    total: names.length,
    list: `/admin/register/names?contains=${encodeURIComponent(text)}`,
  };
}

function addressGroups(text: string): FoundGroup[] {
  const address = parseAddress(text);
  if (address === null) return [];
  const href = `/admin/registrars/test?address=${encodeURIComponent(address.text)}`;
  return [single('Addresses', { href, title: address.text, detail: 'Whether it gets in, and through which entry' })];
}

function nameGroups(text: string): FoundGroup[] {
  const name = parseName(text);
  if (!name.valid || !text.includes('.')) return [];
  const href = `/admin/register?name=${encodeURIComponent(text)}`;
  const title = name.original ?? name.domain;
  return [single('Names', { href, title, detail: 'The API’s answer, and the rule behind it' })];
}

/** Versions of the coverage and reports, by their number. */
function numberGroups(reader: Connection, text: string): FoundGroup[] {
  const [, kind, digits] = /^(?:(version|report) *)?#?(\d{1,9})$/i.exec(text) ?? [];
  if (digits === undefined) return [];
  const id = Number(digits);
  const version = kind?.toLowerCase() === 'report' ? undefined : getVersion(reader.db, id);
  const report = kind?.toLowerCase() === 'version' ? undefined : getReport(reader, id);
  const versionRow = { href: `/admin/coverage/versions/${id}`, title: `Version ${id}`, detail: version?.note ?? '' };
  const reportRow = { href: `/admin/reports/${id}`, title: `Report ${id}`, detail: report?.what.slice(0, 80) ?? '' };
  return [
    ...(version?.state === 'ready' ? [single('Coverage', versionRow)] : []),
    ...(report === undefined ? [] : [single('Reports', reportRow)]),
  ];
}

function accessGroups(reader: Connection, search: string, nowMs: EpochMs): FoundGroup[] {
  const wanted = { search, state: undefined, descending: false, page: 1, pageSize: firstRows };
  const registrars = pageOfRegistrars(reader, { ...wanted, sort: 'name' });
  const users = pageOfUsers(reader, { ...wanted, sort: 'email' }, nowMs);
  const keys = pageOfKeys(reader, { ...wanted, sort: 'prefix', userId: undefined }, nowMs);
  const providers = pageOfProviders(reader, { ...wanted, sort: 'name' });
  const listOf = (path: string) => `${path}?search=${encodeURIComponent(search)}`;
  return [
    {
      title: 'Registrars',
      total: registrars.total,
      list: listOf('/admin/registrars'),
      rows: registrars.rows.map(({ id, name, contactEmail }) => ({
        href: `/admin/registrars/${id}`,
        title: name,
        detail: contactEmail,
      })),
    },
    {
      title: 'Keys',
      total: keys.total,
      list: listOf('/admin/users/keys'),
      rows: keys.rows.map(({ id, prefix, email, label }) => ({
        href: `/admin/users/keys/${id}`,
        title: `${prefix}…`,
        detail: [email, label].filter(Boolean).join(', '),
      })),
    },
    {
      title: 'Users',
      total: users.total,
      list: listOf('/admin/users'),
      rows: users.rows.map(({ id, email, name, organisation }) => ({
        href: `/admin/users/${id}`,
        title: email,
        detail: [name, organisation].filter(Boolean).join(', '),
      })),
    },
    {
      title: 'Providers',
      total: providers.total,
      list: listOf('/admin/providers'),
      rows: providers.rows.map(({ id, name, url }) => ({
        href: `/admin/providers/${id}`,
        title: name,
        detail: url,
      })),
    },
  ];
}

function single(title: string, row: FoundRow): FoundGroup {
  return { title, rows: [row], total: 1 };
}
