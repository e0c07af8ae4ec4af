/** The author, in the audit log, of what the server does by itself. */
export const theServer = 'server';

/** The author, in the audit log, of what people do who are not signed in. It never has their address: the log is kept for good. */
export const visitor = 'visitor';

/** Who the audit log names for a change made on the command line, which several people may use. */
export const commandLine = 'command line';

/** The author, in the audit log and in runs, of what the watched folder starts. */
export const watchedFolder = 'watched folder';
