import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contestant, startBare, startFastify, startWatea } from './contest/contestants.ts';
import { fillPostgres, type Postgres, startPostgres } from './contest/postgres.ts';
import type { Requests } from './contest/requests.ts';
import { type BenchData, benchKey, type Scale } from './data.ts';
import { type Effort, sampleAnswers } from './measure/rounds.ts';

/** How many different answers bare `node:http` sends in turn. */
const sampledAnswers = 200;

/** The state that the parts of a benchmark share: the data, and contestants, which start when a part needs them. */
export class Bench {
  readonly data: BenchData;
  readonly scale: Scale;
  readonly effort: Effort;
  /** Whether rows for information are left out. */
  readonly isQuick: boolean;
  readonly points: number;
  readonly #running: Contestant[] = [];
  #postgres: Promise<Postgres | string> | undefined;

  constructor(
    data: BenchData,
    { scale, effort, isQuick, points }: Pick<Bench, 'scale' | 'effort' | 'isQuick' | 'points'>,
  ) {
    this.data = data;
    this.scale = scale;
    this.effort = effort;
    this.isQuick = isQuick;
    this.points = points;
  }

  /** Starts the project's server on a database, with these settings in addition to the usual ones. */
  watea(name: string, databaseFile: string, settings: Readonly<Record<string, string>> = {}): Promise<Contestant> {
    return this.#keep(startWatea(name, { DATABASE_URL: `file:${databaseFile}`, ...settings }, this.file('log')));
  }

  /** Starts bare `node:http`, as one process or several workers, with the answers of `server` to the first requests. */
  async bareLike(server: Contestant, requests: Requests, workers = 1): Promise<Contestant> {
    const answers = this.file('answers');
    writeFileSync(answers, JSON.stringify(await sampleAnswers(server.port, requests, sampledAnswers)));
    return this.#keep(startBare(answers, this.file('log'), workers));
  }

  /** Starts Fastify with PostgreSQL on the same data. @returns a sentence that says why, when it is not available here */
  async fastify(): Promise<Contestant | string> {
    const folder = join(this.data.folder, 'postgresql');
    this.#postgres ??= startPostgres(folder);
    const postgres = await this.#postgres;
    if (typeof postgres === 'string') return postgres;
    await fillPostgres(postgres, this.data, folder);
    const answers = { databaseFile: this.data.full, key: benchKey };
    return this.#keep(startFastify(postgres.socketFolder, postgres.pid, answers, this.file('log')));
  }

  /** The path of a new file, removed when the benchmark ends. */
  file(kind: string): string {
    return join(this.effort.folder, `${kind}-${randomUUID()}`);
  }

  /** Stops the contestants started since the last call; PostgreSQL keeps running, because it takes long to start. */
  async stopContestants(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((contestant) => contestant.stop()));
  }

  async stop(): Promise<void> {
    await this.stopContestants();
    const postgres = await this.#postgres;
    if (postgres !== undefined && typeof postgres !== 'string') await postgres.stop();
  }

  async #keep(starting: Promise<Contestant>): Promise<Contestant> {
    const contestant = await starting;
    this.#running.push(contestant);
    return contestant;
  }
}
