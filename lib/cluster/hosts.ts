/**
 * The address of each server of a connection string that names several, as PostgreSQL's own clients take it:
 * `postgres://user:password@one:5432,two:5432/database?sslmode=verify-full`.
 *
 * @throws TypeError for an address that is not one of PostgreSQL
 */
export function serversOf(urls: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?@]+)(.*)$/s.exec(urls);
  if (parts === null) throw new TypeError('The address does not begin with postgres:// and a host.');
  const [, scheme = '', user = '', hosts = '', rest = ''] = parts;
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}
