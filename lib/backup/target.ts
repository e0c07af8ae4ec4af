/** Where backups are sent. */
export type BackupTarget =
  /** A folder of this machine, such as a network file system. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** A folder of another machine: `user@host:/folder`. */
  | { readonly kind: 'rsync'; readonly destination: string }
  /** A bucket, and the beginning of the names in it, with a slash at the end. */
  | { readonly kind: 'object storage'; readonly url: string };

/** `user@host:/folder`; a host that begins with a hyphen would be an option of ssh. */
const remote = /^(?:[A-Za-z0-9_][\w.-]*@)?[A-Za-z0-9[][\w.:[\]-]*:[^\s:][^\s]*$/;

/** @returns undefined for another text */
export function parseTarget(text: string): BackupTarget | undefined {
  if (text.startsWith('/')) return { kind: 'folder', folder: text };
  if (/^https?:/i.test(text)) {
    const url = URL.parse(text);
    if (url === null || url.pathname === '/' || url.search !== '' || url.hash !== '' || url.username !== '')
      return undefined;
    // a key goes along: only what stays on this machine needs no encryption
    const isSafe = url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    return isSafe ? { kind: 'object storage', url: `${url.origin}${url.pathname.replace(/\/*$/, '/')}` } : undefined;
  }
  return remote.test(text) ? { kind: 'rsync', destination: `${text.replace(/\/*$/, '')}/` } : undefined;
}
