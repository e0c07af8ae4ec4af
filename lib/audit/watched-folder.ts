/** The author, in the audit log and in runs, of what the watched folder starts. */
export const watchedFolder = 'watched folder';
