import { isRoleEnough, type Need, type Role } from '#lib/staff/role.ts';
import { hasTypedWords } from '#lib/typed-words.ts';

export interface Screen {
  readonly path: string;
  readonly title: string;
  /** What it needs. */
  readonly need: Need;
}

interface ScreenGroup {
  readonly title: string;
  readonly screens: readonly Screen[];
}

/** The first screens, above all groups: one of staff, one of a provider's people. */
const firstScreens: readonly Screen[] = [
  { path: '/admin', title: 'Overview', need: 'viewer' },
  { path: '/admin/own', title: 'Overview', need: 'own provider' },
];

/** The other staff screens, in the order of the navigation. */
const screenGroups: readonly ScreenGroup[] = [
  {
    title: 'Registry',
    screens: [
      { path: '/admin/register', title: 'Register', need: 'viewer' },
      { path: '/admin/registrars', title: 'Registrars', need: 'viewer' },
    ],
  },
  {
    title: 'Broadband',
    screens: [
      { path: '/admin/coverage', title: 'Coverage', need: 'viewer' },
      { path: '/admin/providers', title: 'Providers', need: 'viewer' },
      { path: '/admin/technologies', title: 'Technologies', need: 'viewer' },
      { path: '/admin/users', title: 'Users and keys', need: 'viewer' },
      { path: '/admin/base-map', title: 'Map', need: 'viewer' },
      { path: '/admin/statistics', title: 'Figures', need: 'viewer' },
      { path: '/admin/open-data', title: 'Open data', need: 'viewer' },
      { path: '/admin/reports', title: 'Reports', need: 'viewer' },
    ],
  },
  {
    title: 'Operations',
    screens: [
      { path: '/admin/requests', title: 'Requests', need: 'viewer' },
      { path: '/admin/usage', title: 'Usage', need: 'viewer' },
      { path: '/admin/jobs', title: 'Jobs', need: 'viewer' },
      { path: '/admin/outbox', title: 'Outbox', need: 'viewer' },
      { path: '/admin/audit', title: 'Audit log', need: 'viewer' },
    ],
  },
  {
    title: 'Your network',
    screens: [
      { path: '/admin/own/import', title: 'Deliver coverage', need: 'own provider' },
      { path: '/admin/own/deliveries', title: 'Deliveries', need: 'own provider' },
      { path: '/admin/own/reports', title: 'Reports', need: 'own provider' },
    ],
  },
  {
    title: 'Settings',
    screens: [
      { path: '/admin/staff', title: 'Staff', need: 'admin' },
      { path: '/admin/account', title: 'Your account', need: 'own account' },
    ],
  },
];

/** Parts of screens that have no entry in the navigation, and what else people call a screen. */
const otherScreens: readonly (Screen & { readonly alsoCalled?: string })[] = [
  { path: '/admin#problems', title: 'Problems and alerts', need: 'viewer', alsoCalled: 'alarms warnings monitoring' },
  { path: '/admin#backup', title: 'Backups', need: 'viewer', alsoCalled: 'restore archive back up now' },
  {
    path: '/admin/settings',
    title: 'Settings of the server',
    need: 'viewer',
    alsoCalled: 'environment variables configuration',
  },
  {
    path: '/admin/outbox',
    title: 'Emails and webhooks',
    need: 'viewer',
    alsoCalled: 'SMTP mail messages notifications',
  },
  { path: '/admin/register/names', title: 'Names of the register', need: 'viewer', alsoCalled: 'domains' },
  { path: '/admin/register/feeds', title: 'Imports of the register', need: 'viewer', alsoCalled: 'feeds runs undo' },
  { path: '/admin/register/releases', title: 'Release jobs', need: 'viewer', alsoCalled: 'droplist' },
  { path: '/admin/register/calendar', title: 'Coming releases', need: 'viewer', alsoCalled: 'calendar' },
  {
    path: '/admin/register/lists',
    title: 'Listed names',
    need: 'viewer',
    alsoCalled: 'reserved prohibited conflicted',
  },
  { path: '/admin/register/lists/new', title: 'Add listed names', need: 'editor', alsoCalled: 'import reserve a name' },
  { path: '/admin/registrars/test', title: 'Test an address', need: 'viewer', alsoCalled: 'allowlist networks' },
  { path: '/admin/registrars/allow', title: 'Allow an address or network', need: 'editor', alsoCalled: 'allowlist' },
  { path: '/admin/registrars/new', title: 'Add a registrar', need: 'editor', alsoCalled: 'let in new' },
  {
    path: '/admin/registrars',
    title: 'Setting: limit of a registrar',
    need: 'viewer',
    alsoCalled: 'rate limits requests a second throttle',
  },
  {
    path: '/admin/users/keys',
    title: 'Setting: limits of a key',
    need: 'viewer',
    alsoCalled: 'rate limit quota requests a second a day throttle',
  },
  { path: '/admin/users/keys', title: 'Keys', need: 'viewer', alsoCalled: 'API keys' },
  { path: '/admin/users/new', title: 'Add a user', need: 'editor' },
  { path: '/admin/coverage/import', title: 'Import coverage', need: 'editor', alsoCalled: 'upload file' },
  { path: '/admin/coverage', title: 'Setting: flag old coverage layers', need: 'viewer', alsoCalled: 'age policy' },
  { path: '/admin/staff', title: 'Setting: second factor for everybody', need: 'admin', alsoCalled: '2FA policy' },
  { path: '/admin/staff/invite', title: 'Invite staff', need: 'admin', alsoCalled: 'add account' },
  { path: '/admin/account', title: 'Setting: your password', need: 'own account' },
  { path: '/admin/account', title: 'Setting: your passkeys', need: 'own account' },
  { path: '/admin/account', title: 'Setting: your authenticator app', need: 'own account', alsoCalled: '2FA TOTP' },
  { path: '/admin/account', title: 'Your sessions', need: 'own account', alsoCalled: 'sign out' },
  {
    path: '/admin/base-map',
    title: 'Street map and places',
    need: 'viewer',
    alsoCalled: 'base map gazetteer addresses',
  },
  {
    path: '/admin/open-data',
    title: 'Setting: licence of the open data',
    need: 'viewer',
    alsoCalled: 'download export',
  },
  {
    path: '/admin/statistics',
    title: 'Areas of the figures',
    need: 'viewer',
    alsoCalled: 'statistics districts regions',
  },
];

/** The screens and settings that the person may open and whose name has the typed words. */
export function findScreens(role: Role, text: string): Screen[] {
  const { first, groups } = screensOf(role);
  const inNavigation = [...first, ...groups.flatMap(({ screens }) => screens)];
  const others = otherScreens.filter(({ need }) => isRoleEnough(role, need));
  return [...inNavigation, ...others].filter(({ title, ...screen }) => {
    const alsoCalled = 'alsoCalled' in screen ? screen.alsoCalled : '';
    return hasTypedWords(`${title} ${alsoCalled}`, text);
  });
}

/** The screens that the person may open, by group; no group is empty. */
export function screensOf(role: Role): { readonly first: readonly Screen[]; readonly groups: readonly ScreenGroup[] } {
  const own = (screens: readonly Screen[]) => screens.filter(({ need }) => isRoleEnough(role, need));
  const groups = screenGroups.map(({ title, screens }) => ({ title, screens: own(screens) }));
  return { first: own(firstScreens), groups: groups.filter(({ screens }) => screens.length > 0) };
}
