import type { Command } from 'commander';
import { act } from '#cli/command-line.ts';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import { Refusal, wordedFault } from '#lib/refusal.ts';

/** `check`: whether the database is whole, and the audit log as it was written. */
export function addCheckCommand(program: Command): void {
  act(
    program.command('check').description('verify the audit log’s chain of hashes and the database file'),
    ({ database }) => {
      const file = checkFile(database.reader);
      const log = checkAuditLog(database.reader);
      const faults = [
        ...file.map((message) => wordedFault('database', message)),
        ...('sentence' in log ? [wordedFault(`audit log, row ${log.id}`, log.sentence)] : []),
      ];
      if (faults.length > 0) throw new Refusal('The database is not as it should be.', faults);
      const rows = 'rows' in log ? log.rows : 0;
      return {
        lines: [
          `The audit log's chain holds, over ${rows === 1 ? '1 row' : `${rows} rows`}.`,
          'The database file is whole.',
        ],
        json: { auditRows: rows, chain: 'holds', database: 'whole' },
      };
    },
  );
}
