import { isRoleEnough, type Need, type Role } from '#lib/staff/role.ts';

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

/** The screens that the person may open, by group; no group is empty. */
export function screensOf(role: Role): { readonly first: readonly Screen[]; readonly groups: readonly ScreenGroup[] } {
  const own = (screens: readonly Screen[]) => screens.filter(({ need }) => isRoleEnough(role, need));
  const groups = screenGroups.map(({ title, screens }) => ({ title, screens: own(screens) }));
  return { first: own(firstScreens), groups: groups.filter(({ screens }) => screens.length > 0) };
}
