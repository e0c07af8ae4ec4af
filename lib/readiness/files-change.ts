/** What somebody has done to the files of an open database: to itself, or to its log (-wal, -shm). */
export type FilesChange = 'missing' | 'replaced' | 'overwritten' | 'truncated' | 'log-missing' | 'log-replaced';
