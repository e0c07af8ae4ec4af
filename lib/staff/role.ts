/** The roles of staff, each of which may do everything that the ones before it may. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Administrator',
};

/** The roles in words, for people who choose one. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: `${roleNames.viewer}: reads everything`,
  editor: `${roleNames.editor}: also changes access, coverage and the register`,
  admin: `${roleNames.admin}: also manages staff and settings`,
};

/** Whether `role` may do what needs the role `needed`. */
export function isRoleEnough(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
