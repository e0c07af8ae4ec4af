/** Whom the audit log names for what the server does by itself. */
export const theServer = 'server';
