import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { callAction, ownOrigin } from '#tests/support/staff/action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import type { LoadDriver } from './driver.ts';
import { partOf } from './growth.ts';
import type { Scene } from './scene.ts';
import type { StaffVisits } from './staff.ts';

/** What steps work on. */
export interface Running {
  readonly scene: Scene;
  readonly load: LoadDriver;
  readonly staff: StaffVisits;
}

/** Something that is done to the server under load; it ends when the server has done it. */
interface Step {
  readonly what: string;
  /** Whether it is left out in the second half, so that processes run long enough for their memory to be judged. */
  readonly isEarly?: boolean;
  readonly run: (running: Running) => Promise<unknown>;
}

const secondMs = 1000;
const dayMs = 86_400 * secondMs;

export const steps: readonly Step[] = [
  {
    what: 'coverage imported and published',
    run: ({ scene, load }) => {
      const file = scene.coverage.change();
      return load.during('points', scene.coverage.answers(), () => scene.importAreas(file));
    },
  },
  {
    what: 'register changes imported',
    run: ({ scene, load }) => {
      const { register, clock } = scene;
      const file = scene.write('changes.csv', register.changes(clock.now()));
      return load.during('names', register.codesAt(clock.now()), () => scene.command('register', 'import', file));
    },
  },
  { what: 'a worker killed', run: ({ scene, staff }) => staff.whileWorkerIsKilled(() => killPart(scene, 'worker')) },
  { what: 'a full register delivered, its job killed', run: deliver },
  { what: 'backup by a command, checked', run: ({ scene }) => backUpByCommand(scene) },
  { what: 'the pages process killed', isEarly: true, run: ({ scene }) => killPart(scene, 'pages') },
  { what: 'register import undone', run: undo },
  { what: 'the clock set back by 30 s', run: ({ scene }) => scene.clock.step(-30 * secondMs) },
  { what: 'the clock set past midnight during an import; names released', run: pastMidnight },
  {
    what: 'coverage rolled back',
    run: ({ scene, load }) => {
      scene.coverage.rollBack();
      return load.during('points', scene.coverage.answers(), () => scene.command('coverage', 'rollback'));
    },
  },
  { what: 'backup by staff, checked', run: backUpByStaff },
];

/** Kills the newest process of a part, and waits for the one that replaces it. */
async function killPart({ server }: Scene, part: string): Promise<void> {
  const first = server.child.pid ?? 0;
  const parts = () => processTree(first).filter((pid) => partOf(pid, first) === part);
  const before = parts();
  signalProcess(Math.max(...before), 'SIGKILL');
  await waitUntil(`a new process: ${part}`, () => parts().filter((pid) => !before.includes(pid)).length > 0);
  // until clients have noticed
  await sleep(secondMs);
}

const query = ({ databaseFile }: Scene, sql: string, ...values: readonly unknown[]) =>
  queryDatabase(databaseFile, sql, ...values);

let delivered = 0;

/** Delivers a file into the watched folder, and kills the job that imports it once. */
async function deliver({ scene, load }: Running): Promise<void> {
  const { register, clock, inbox, server } = scene;
  const name = `register-full-${++delivered}.csv`;
  writeFileSync(join(inbox, `${name}.part`), register.full(clock.now()));
  await load.during('names', register.codesAt(clock.now()), async () => {
    renameSync(join(inbox, `${name}.part`), join(inbox, name));
    writeFileSync(join(inbox, `${name}.done`), '');
    const first = server.child.pid ?? 0;
    const running = "SELECT holder FROM work WHERE queue = 'register' AND state = 'running'";
    const holder = await waitUntil('its job', () => query(scene, running)[0]?.holder as string | undefined);
    const pid = Number(holder.split(' ')[1]);
    if (processTree(first).includes(pid)) signalProcess(pid, 'SIGKILL');
    await waitUntil(`${name} to be imported`, () => existsSync(join(inbox, 'done', name)));
  });
}

async function undo({ scene, load }: Running): Promise<void> {
  scene.register.undo();
  await load.during('names', scene.register.codesAt(scene.clock.now()), () => scene.command('register', 'undo'));
}

async function backUpByCommand({ command, folder }: Scene): Promise<void> {
  const archive = join(folder, 'by-command.tar.zst');
  await command('backup', archive);
  await command('check', archive);
}

async function backUpByStaff({ scene, staff }: Running): Promise<void> {
  const action = { file: 'app/admin/overview/actions.ts', name: 'backUp' };
  const request = { page: '/admin', action, values: [], cookie: staff.cookie, origin: ownOrigin };
  const { ok, value: job, sentence } = await callAction(scene.server.port, request);
  if (ok !== true) throw new Error(`The backup was refused: ${sentence ?? 'without an answer'}`);
  const outcome = await waitUntil('the backup', () => {
    const [row] = query(scene, 'SELECT state, outcome, fault FROM work WHERE id = ?', job);
    if (row?.state === 'failed') throw new Error(`The backup failed: ${String(row.fault)}`);
    return row?.state === 'done' ? String(row.outcome) : undefined;
  });
  await scene.command('check', (JSON.parse(outcome) as { file: string }).file);
}

/** Sets the clock to twenty past midnight while coverage is imported: no lock may be lost, and the release job catches up. */
async function pastMidnight({ scene, load, staff }: Running): Promise<void> {
  const { clock, register, coverage } = scene;
  const file = coverage.change();
  await load.during('points', coverage.answers(), async () => {
    const importing = scene.importAreas(file);
    await waitUntil(
      'the import to begin',
      () => query(scene, "SELECT 1 FROM coverage_version WHERE state = 'building'").length > 0,
    );
    const now = clock.now();
    const inAuckland = now + 13 * 3600 * secondMs;
    const next = now - (inAuckland % dayMs) + dayMs + 20 * 60 * secondMs;
    register.release(next);
    await load.during('names', register.codesAt(next), async () => {
      await staff.whileClockIsSet(() => clock.step(next - now));
      const run = 'SELECT 1 FROM release_run WHERE schedule_date > ? AND free_at <= ?';
      await waitUntil('the release job', () => query(scene, run, now, clock.now()).length > 0);
      await importing;
    });
  });
}
