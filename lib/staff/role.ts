/** What staff may do, each role all that the ones before may: read; change access and data; manage staff and settings. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The roles in words, for people who choose one. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'Viewer: reads everything',
  editor: 'Editor: also changes access, coverage and the register',
  admin: 'Administrator: also manages staff and settings',
};

/** Whether `role` may do what takes `needed`. */
export function isRoleEnough(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
