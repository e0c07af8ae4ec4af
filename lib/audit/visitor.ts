/** The author, in the audit log, of what people do who are not signed in. It never has their address: the log is kept for good. */
export const visitor = 'visitor';
