import type { Role } from '#lib/staff/role.ts';

export interface Screen {
  readonly path: string;
  readonly title: string;
  /** The least role that sees it. */
  readonly role: Role;
}

interface ScreenGroup {
  readonly title: string;
  readonly screens: readonly Screen[];
}

/** The first screen, above all groups. */
export const overview: Screen = { path: '/admin', title: 'Overview', role: 'viewer' };

/** The other staff screens, in the order of the navigation. */
export const screenGroups: readonly ScreenGroup[] = [
  {
    title: 'Registry',
    screens: [
      { path: '/admin/register', title: 'Register', role: 'viewer' },
      { path: '/admin/registrars', title: 'Registrars', role: 'viewer' },
    ],
  },
  {
    title: 'Broadband',
    screens: [
      { path: '/admin/coverage', title: 'Coverage', role: 'viewer' },
      { path: '/admin/providers', title: 'Providers', role: 'viewer' },
      { path: '/admin/technologies', title: 'Technologies', role: 'viewer' },
      { path: '/admin/users', title: 'Users and keys', role: 'viewer' },
      { path: '/admin/map', title: 'Map', role: 'viewer' },
      { path: '/admin/reports', title: 'Reports', role: 'viewer' },
    ],
  },
  {
    title: 'Operations',
    screens: [
      { path: '/admin/requests', title: 'Requests', role: 'viewer' },
      { path: '/admin/usage', title: 'Usage', role: 'viewer' },
      { path: '/admin/work', title: 'Jobs', role: 'viewer' },
      { path: '/admin/outbox', title: 'Outbox', role: 'viewer' },
      { path: '/admin/audit', title: 'Audit log', role: 'viewer' },
    ],
  },
  {
    title: 'Settings',
    screens: [
      { path: '/admin/staff', title: 'Staff', role: 'admin' },
      { path: '/admin/account', title: 'Your account', role: 'viewer' },
    ],
  },
];
