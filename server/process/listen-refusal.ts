import { SettingError, settings } from '#lib/env.ts';

/** The SettingError for a fault in opening the port; undefined for any other fault. */
export function listenRefusal(fault: unknown): SettingError | undefined {
  const { port, host } = settings();
  const errno = (fault as NodeJS.ErrnoException).code;
  if (errno === 'EADDRINUSE') return new SettingError({ code: 'port-taken', port });
  if (errno === 'EACCES') return new SettingError({ code: 'port-not-allowed', port });
  if (errno === 'EADDRNOTAVAIL' || errno === 'ENOTFOUND' || errno === 'EAI_AGAIN')
    return new SettingError({ code: 'host-unknown', host });
  return undefined;
}
