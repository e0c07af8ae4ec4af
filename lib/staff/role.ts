/**
 * The roles of those who sign in. A viewer, an editor and an administrator may each do everything that the one before
 * may; a provider's person belongs to one network provider and has screens of their own.
 */
export const roles = ['viewer', 'editor', 'admin', 'provider'] as const;
/** The roles that belong to no network provider, lowest first. */
export const staffRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly (typeof roles)[number][];
export type Role = (typeof roles)[number];

/** Who has what a screen, an action or a route needs. Nothing else decides: whoever is not listed is refused. */
const holders = {
  viewer: ['viewer', 'editor', 'admin'],
  editor: ['editor', 'admin'],
  admin: ['admin'],
  'own account': roles,
  /** The screens of a provider's people, which show only what is theirs. */
  'own provider': ['provider'],
  /** The progress of a job; a provider's people follow only their own. */
  'job state': roles,
  /** Sending files, of which everybody sees only their own. */
  upload: ['editor', 'admin', 'provider'],
} as const satisfies Record<string, readonly Role[]>;

/** What a screen, an action or a route needs. */
export type Need = keyof typeof holders;

export const needs = Object.keys(holders) as readonly Need[];

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Administrator',
  provider: 'Provider',
};

/** The roles in words, for people who choose one. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: `${roleNames.viewer}: reads everything`,
  editor: `${roleNames.editor}: also changes access, coverage and the register`,
  admin: `${roleNames.admin}: also manages staff and settings`,
  provider: `${roleNames.provider}: delivers the coverage of one network provider, and answers reports about it`,
};

/** Whether `role` has what is needed. */
export function isRoleEnough(role: Role, need: Need): boolean {
  return (holders[need] as readonly Role[]).includes(role);
}

/** The least role that has what is needed. */
export function leastRole(need: Need): Role {
  return holders[need][0];
}

/** The first screen of a role. */
export function homeOf(role: Role): '/admin' | '/admin/own' {
  return role === 'provider' ? '/admin/own' : '/admin';
}
