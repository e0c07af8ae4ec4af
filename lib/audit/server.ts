/** The author, in the audit log, of what the server does by itself. */
export const theServer = 'server';
