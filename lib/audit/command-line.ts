/** Who the audit log names for a change made on the command line, which several people may use. */
export const commandLine = 'command line';
