import type { Role } from '#lib/staff/role.ts';

interface Screen {
  readonly path: string;
  readonly title: string;
  /** The least role that sees it. */
  readonly role: Role;
}

/** The staff screens, in the order of the navigation. */
export const screens: readonly Screen[] = [
  { path: '/admin', title: 'Overview', role: 'viewer' },
  { path: '/admin/register', title: 'Register', role: 'viewer' },
  { path: '/admin/registrars', title: 'Registrars', role: 'viewer' },
  { path: '/admin/users', title: 'Users and keys', role: 'viewer' },
  { path: '/admin/requests', title: 'Requests', role: 'viewer' },
  { path: '/admin/technologies', title: 'Technologies', role: 'viewer' },
  { path: '/admin/providers', title: 'Providers', role: 'viewer' },
  { path: '/admin/coverage', title: 'Coverage', role: 'viewer' },
  { path: '/admin/map', title: 'Map', role: 'viewer' },
  { path: '/admin/reports', title: 'Reports', role: 'viewer' },
  { path: '/admin/work', title: 'Jobs', role: 'viewer' },
  { path: '/admin/usage', title: 'Usage', role: 'viewer' },
  { path: '/admin/outbox', title: 'Outbox', role: 'viewer' },
  { path: '/admin/audit', title: 'Audit log', role: 'viewer' },
  { path: '/admin/staff', title: 'Staff', role: 'admin' },
];
