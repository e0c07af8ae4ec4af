import { getLastBackup } from '#db/backup/backups.ts';
import type { Connection } from '#db/client.ts';
import { getLastDataCheck } from '#db/integrity.ts';
import { alarmSubjects, listAlarms } from '#db/jobs/alarms.ts';
import { countJobs, jobStates } from '#db/jobs/jobs.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { countRuns, getLastImport, hasLastRunFailed, runStates } from '#db/registry/runs.ts';
import { getBackupState } from '#flows/backup/backup-state.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { now, sharedNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { jobQueues } from '#lib/jobs/kinds.ts';
import { storageFacts } from '#server/process/disk.ts';
import { addEventLoop } from './process-metrics.ts';
import { addGauge, Registry, type Report, single } from './prom-client.ts';

type Metrics = InstanceType<typeof Registry>;

/** A gauge without labels. */
const alone = { labels: [], together: 'max' } as const;

const secondsSince = (instant: number | undefined, nowMs = now()) =>
  single(instant === undefined ? undefined : (nowMs - instant) / 1000);

/**
 * What the database and its disk say, read when the metrics are: in the background thread, where it keeps no request
 * waiting.
 */
export class StoredFacts {
  readonly #registry = new Registry();

  constructor(connection: Connection) {
    addEventLoop(this.#registry, 'background');
    addRegister(this.#registry, connection);
    addReleases(this.#registry, connection);
    addJobs(this.#registry, connection);
    addChecks(this.#registry, connection);
    addBackups(this.#registry, connection);
    addStorage(this.#registry);
  }

  report(): Promise<Report> {
    return this.#registry.getMetricsAsJSON();
  }
}

function addRegister(registry: Metrics, connection: Connection): void {
  addGauge(
    registry,
    { name: 'watea_register_age_seconds', help: 'Time since the last import of the register began.', ...alone },
    () => secondsSince(getLastImport(connection)?.startedAt),
  );
  addGauge(
    registry,
    { name: 'watea_register_max_age_seconds', help: 'FEED_MAX_AGE, where it is set.', ...alone },
    () => {
      const { feedMaxAgeMs } = settings();
      return single(feedMaxAgeMs === undefined ? undefined : feedMaxAgeMs / 1000);
    },
  );
  addGauge(
    registry,
    { name: 'watea_register_import_failed', help: '1 if the import or undo that ended last has failed.', ...alone },
    () => single(Number(hasLastRunFailed(connection))),
  );
  addGauge(
    registry,
    { name: 'watea_register_imports', help: 'Imports and undos, by state.', labels: ['state'], together: 'max' },
    () => {
      const counted = new Map(countRuns(connection).map(({ state, runs }) => [state, runs]));
      return runStates.map((state) => [{ state }, counted.get(state) ?? 0]);
    },
  );
}

function addReleases(registry: Metrics, connection: Connection): void {
  addGauge(
    registry,
    { name: 'watea_release_job_age_seconds', help: 'Time since the schedule date of the last release job.', ...alone },
    () => secondsSince(getLastRelease(connection)?.scheduleDate),
  );
  addGauge(
    registry,
    { name: 'watea_release_job_due', help: '1 while a release job should have run and has not.', ...alone },
    () => single(Number(dueRelease(connection, now()) !== undefined)),
  );
}

function addJobs(registry: Metrics, connection: Connection): void {
  addGauge(
    registry,
    { name: 'watea_jobs', help: 'Jobs, by queue and state.', labels: ['queue', 'state'], together: 'max' },
    () => {
      const counted = new Map(countJobs(connection).map(({ queue, state, jobs }) => [`${queue} ${state}`, jobs]));
      return jobQueues.flatMap((queue) =>
        jobStates.map((state) => [{ queue, state }, counted.get(`${queue} ${state}`) ?? 0] as const),
      );
    },
  );
}

function addChecks(registry: Metrics, connection: Connection): void {
  addGauge(
    registry,
    { name: 'watea_alarm', help: '1 while an alarm is raised, by subject.', labels: ['subject'], together: 'max' },
    () => {
      const raised = new Set(listAlarms(connection).map(({ subject }) => subject));
      return alarmSubjects.map((subject) => [{ subject }, Number(raised.has(subject))]);
    },
  );
  addGauge(
    registry,
    { name: 'watea_data_check_age_seconds', help: 'Time since the last check of all data ended.', ...alone },
    // by the clock that processes share, as checks are recorded
    () => secondsSince(getLastDataCheck(connection)?.endedAt, sharedNow()),
  );
  addGauge(
    registry,
    { name: 'watea_data_check_faults', help: 'Faults that the last check of all data has found.', ...alone },
    () => {
      const last = getLastDataCheck(connection);
      return single(last && (last.faults?.total ?? 0));
    },
  );
}

/** By the clock that processes share, as backups are recorded. */
function addBackups(registry: Metrics, connection: Connection): void {
  addGauge(registry, { name: 'watea_backup_age_seconds', help: 'Age of the state in the last backup.', ...alone }, () =>
    secondsSince(getLastBackup(connection, 'all')?.madeAt ?? undefined, sharedNow()),
  );
  addGauge(
    registry,
    { name: 'watea_backup_late', help: '1 while scheduled backups, or those sent to the standby, are late.', ...alone },
    () => {
      const { backup } = settings();
      if (backup === undefined) return [];
      const { isLate, standby } = getBackupState(connection, backup, sharedNow());
      return single(Number(isLate || standby?.isLate === true));
    },
  );
}

function addStorage(registry: Metrics): void {
  addGauge(
    registry,
    { name: 'watea_database_bytes', help: 'Size of the database with its write-ahead log.', ...alone },
    () => single(storageFacts().databaseBytes),
  );
  addGauge(registry, { name: 'watea_disk_free_bytes', help: 'Free space on the disk of the database.', ...alone }, () =>
    single(storageFacts().freeBytes),
  );
  addGauge(registry, { name: 'watea_disk_bytes', help: 'Size of the disk of the database.', ...alone }, () =>
    single(storageFacts().diskBytes),
  );
}
