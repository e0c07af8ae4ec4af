/** Whom the audit log names for people who are not signed in. It never has their address: the log is kept for good. */
export const visitor = 'visitor';
