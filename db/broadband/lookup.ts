import type { Connection } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { type Snapshots, snapshots } from '#db/transaction.ts';
import { type AnswerFormName, type AnswerWriter, answerWriter, providerList } from '#lib/broadband/answer.ts';
import { cellKey } from '#lib/broadband/coverage/cell.ts';
import { offersAt } from '#lib/broadband/coverage/leaf.ts';
import type { Point } from '#lib/broadband/point.ts';
import type { CellBlocks } from './blocks/cell-blocks.ts';
import { asOfByProvider } from './freshness.ts';
import { checkedVersion } from './seals.ts';
import { checkedTechnologies } from './technologies.ts';

/** Looks points up in the published coverage. */
export interface CoverageLookup {
  /** The answer's JSON text; `x` and `y` are the caller's own texts for the point (N3). `form`: 1.0 if omitted. */
  answerAt(point: Point, x: string, y: string, form?: AnswerFormName): string;
  /** Runs `work`; all its look-ups are answered from one state of the database. */
  inSnapshot<T>(work: () => T): T;
  /** The ids of the offers that cover the point, ascending; empty while nothing is published. */
  offersAt(point: Point): readonly number[];
  /** The JSON text of the list of providers (N13). */
  providers(): string;
}

interface Published {
  readonly write: AnswerWriter;
  readonly blocks: CellBlocks | undefined;
  /** Made when it is first asked for. */
  providers: string | undefined;
}

/**
 * Makes the look-up on a connection that only reads; it follows what is published. A block of the index is compared with
 * its checksum when it is first read.
 *
 * @param inSnapshot the connection's read transactions
 * @throws DamageFound from what it returns, when a block or the offers do not have their checksum
 */
export function coverageLookup(connection: Connection, inSnapshot: Snapshots = snapshots(connection)): CoverageLookup {
  const technologies = new GenerationCache('technologies', checkedTechnologies);
  const offers = new GenerationCache('coverage', (_, { value }) => ({
    ...checkedVersion(connection, value),
    versionId: value,
  }));
  let published: Published | undefined;
  let madeFrom: readonly unknown[] = [];

  function current(): Published {
    const inUse = technologies.get(connection);
    const ofVersion = offers.get(connection);
    if (published === undefined || madeFrom[0] !== inUse || madeFrom[1] !== ofVersion) {
      published = { blocks: ofVersion.blocks, write: answerWriter(inUse, ofVersion.offers), providers: undefined };
      madeFrom = [inUse, ofVersion];
    }
    return published;
  }

  function idsAt({ blocks }: Published, { x, y }: Point): readonly number[] {
    const leaf = blocks?.leafAt(cellKey(x, y));
    return leaf === undefined ? [] : offersAt(leaf.key, leaf.body, x, y);
  }

  return {
    inSnapshot,
    answerAt: (point, x, y, form) =>
      inSnapshot(() => {
        const version = current();
        return version.write(x, y, idsAt(version, point), form);
      }),
    offersAt: (point) => inSnapshot(() => idsAt(current(), point)),
    providers: () =>
      inSnapshot(() => {
        const version = current();
        if (version.providers === undefined) {
          const { offers: published, versionId } = offers.get(connection);
          const listed = providerList(technologies.get(connection), published, asOfByProvider(connection, versionId));
          version.providers = JSON.stringify({ providers: listed });
        }
        return version.providers;
      }),
  };
}
