import { log } from '#server/process/log.ts';
import { metrics, ownReport } from './current.ts';
import type { ProcessKind } from './process-metrics.ts';
import { merged, type Report, totalsIn } from './prom-client.ts';

/** How long processes have to answer, in milliseconds. */
const answerWithinMs = 1000;

/** A process, or a thread, that is asked for its metrics. */
export interface Reporter {
  /** Takes its answer. */
  receive(report: Report): void;
  /** It has ended: what it counted is kept. */
  end(): void;
}

interface Asked {
  readonly process: ProcessKind;
  readonly ask: () => void;
  last: Report | undefined;
  answered: (() => void) | undefined;
}

/**
 * The metrics of all processes of a server, gathered by its primary. Totals never fall while it runs: those of a process
 * that has ended, or does not answer, are the last ones that it reported.
 */
export class Reports {
  readonly #asked = new Set<Asked>();
  #ended: Promise<Report> = Promise.resolve([]);
  #underWay: Promise<string | undefined> | undefined;
  #isHandedOver = false;

  /** Adds a process; `ask` has it report. */
  add(process: ProcessKind, ask: () => void): Reporter {
    const one: Asked = { process, ask, last: undefined, answered: undefined };
    this.#asked.add(one);
    return {
      receive(report) {
        one.last = report;
        one.answered?.();
      },
      end: () => {
        this.#asked.delete(one);
        one.answered?.();
        this.addTotals(one.last ?? []);
      },
    };
  }

  /** Adds what was counted by processes that this server no longer has. */
  addTotals(report: Report): void {
    this.#ended = this.#ended.then((ended) => merged([ended, totalsIn(report)]).getMetricsAsJSON());
  }

  /** Everything, as Prometheus reads it; undefined once it was handed over, and after a fault. Several who ask at once get the same. */
  text(): Promise<string | undefined> {
    if (this.#isHandedOver) return Promise.resolve(undefined);
    this.#underWay ??= this.#gather()
      .then((reports) => merged(reports).metrics())
      .catch((fault: Error) => {
        log().error({ event: 'metrics not gathered', fault: fault.stack });
        return undefined;
      })
      .finally(() => {
        this.#underWay = undefined;
      });
    return this.#underWay;
  }

  /** What was counted up to now, for a successor. From now on nothing is reported here, or totals would fall. */
  async handOver(): Promise<Report> {
    this.#isHandedOver = true;
    await this.#underWay;
    return totalsIn(await merged(await this.#gather()).getMetricsAsJSON());
  }

  async #gather(): Promise<Report[]> {
    const silent = new Set(this.#asked);
    const answers = [...this.#asked].map(
      (one) =>
        new Promise<void>((resolve) => {
          one.answered = () => {
            silent.delete(one);
            resolve();
          };
          one.ask();
        }),
    );
    await Promise.race([Promise.all(answers), after(answerWithinMs)]);
    for (const one of silent) metrics()?.wasSilent(one.process);
    const own = await ownReport();
    const ended = await this.#ended;
    const live = [...this.#asked].map((one) => (silent.has(one) ? totalsIn(one.last ?? []) : (one.last ?? [])));
    return [own, ended, ...live];
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
