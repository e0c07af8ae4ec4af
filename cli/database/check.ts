import type { Command } from 'commander';
import { act } from '#cli/command-line.ts';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import { type Fault, refuseFaults } from '#lib/refusal.ts';

/** `check`: whether the database file is sound, and the audit log unchanged. */
export function addCheckCommand(program: Command): void {
  act(
    program.command('check').description('verify the audit log’s chain of hashes and the database file'),
    ({ database: { reader } }) => {
      const faults: Fault[] = checkFile(reader).map((reason) => ({ where: { name: 'database' }, reason }));
      const log = checkAuditLog(reader);
      if ('fault' in log) faults.push({ where: { name: 'audit log' }, reason: log.fault });
      refuseFaults({ code: 'database-unsound' }, faults);
      const rows = 'rows' in log ? log.rows : 0;
      return {
        lines: [
          `The audit log is unchanged: its chain of hashes covers ${rows === 1 ? '1 row' : `${rows} rows`}.`,
          'The database file is sound.',
        ],
        json: { auditRows: rows, chain: 'holds', database: 'whole' },
      };
    },
  );
}
