import { coverageChoice, provider } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, desc, eq } from '#db/drizzle.ts';
import { type CoverageChoices, coverageChoices, isAnythingChosen } from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';

/** Files of so many different shapes are remembered of a provider. */
const keptOfProvider = 20;

/** What was chosen for an earlier file with the same columns. */
export interface RememberedChoices {
  /** The providers whose files are so, the latest first. */
  readonly providers: readonly string[];
  /** When such a file was last imported. */
  readonly usedAt: number;
  readonly choices: CoverageChoices;
}

/**
 * What was chosen for earlier files with exactly these columns: of one provider, or of all that chose alike.
 *
 * @param columns their names, in any order
 * @param ofProvider whose file it is, where that is known before it is read
 * @returns undefined when there are none, or providers chose differently and it is not known whose file it is
 */
export function getRememberedChoices(
  db: Db,
  columns: readonly string[],
  ofProvider: string | undefined,
): RememberedChoices | undefined {
  const rows = db
    .select({ name: provider.name, usedAt: coverageChoice.usedAt, choices: coverageChoice.choices })
    .from(coverageChoice)
    .innerJoin(provider, eq(provider.id, coverageChoice.providerId))
    .where(
      and(
        eq(coverageChoice.columns, signatureOf(columns)),
        ofProvider === undefined ? undefined : eq(provider.foldedName, foldName(ofProvider)),
      ),
    )
    .orderBy(desc(coverageChoice.usedAt))
    .all();
  const [latest, ...others] = rows;
  if (latest === undefined) return undefined;
  const chosen = JSON.stringify(latest.choices);
  if (others.some(({ choices }) => JSON.stringify(choices) !== chosen)) return undefined;
  // fields that are gone since must not come back by what was kept
  const parsed = coverageChoices.safeParse(latest.choices);
  if (!parsed.success) return undefined;
  return { providers: rows.map(({ name }) => name), usedAt: latest.usedAt, choices: parsed.data };
}

/** Keeps what was chosen for a file of these providers, for their next one. */
export function rememberChoices(
  db: Db,
  providerNames: readonly string[],
  columns: readonly string[],
  choices: CoverageChoices,
  nowMs: number,
): void {
  if (!isAnythingChosen(choices)) return;
  const signature = signatureOf(columns);
  db.transaction(
    (tx) => {
      for (const name of new Set(providerNames.map(foldName))) {
        const known = tx.select({ id: provider.id }).from(provider).where(eq(provider.foldedName, name)).get();
        if (known === undefined) continue;
        tx.insert(coverageChoice)
          .values({ providerId: known.id, columns: signature, choices, usedAt: nowMs })
          .onConflictDoUpdate({
            target: [coverageChoice.providerId, coverageChoice.columns],
            set: { choices, usedAt: nowMs },
          })
          .run();
        const ofProvider = eq(coverageChoice.providerId, known.id);
        const old = tx
          .select({ columns: coverageChoice.columns })
          .from(coverageChoice)
          .where(ofProvider)
          .orderBy(desc(coverageChoice.usedAt))
          .offset(keptOfProvider)
          .limit(keptOfProvider)
          .all();
        for (const row of old)
          tx.delete(coverageChoice)
            .where(and(ofProvider, eq(coverageChoice.columns, row.columns)))
            .run();
      }
    },
    { behavior: 'immediate' },
  );
}

function signatureOf(columns: readonly string[]): string {
  return JSON.stringify([...columns].sort());
}
