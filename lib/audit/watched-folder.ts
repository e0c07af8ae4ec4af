/** Whom the audit log and the runs name for everything that the watched folder starts. */
export const watchedFolder = 'watched folder';
