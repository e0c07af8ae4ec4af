import { z } from 'zod';
import { defaultSpeedsOf, putDefaultSpeeds } from '#db/broadband/own/settings.ts';
import { requireProvider } from '#db/broadband/providers.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import type { Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { editRecord, faultsBeside, seen } from '#flows/editing.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { defaultSpeedField, defaultSpeedFields, speedRanges } from '#lib/broadband/import/offers/speeds.ts';
import { rowId } from '#lib/fields.ts';
import { type Fault, faultAt, type Reason, refuseFields } from '#lib/refusal.ts';
import { speedWords } from '#lib/words/coverage/speeds.ts';
import { providerRecord } from './provider-changes.ts';

/** The default speeds of a provider by `defaultSpeedField`, in Mbps; null for none. */
export type DefaultSpeedValues = Readonly<Record<string, number | null>>;

const speed = z.custom<number | null>((given) => given === null || typeof given === 'number');

/**
 * Changes the speeds that offers of a provider get where a file gives none (N18); those that are left out stay. Coverage that
 * is imported already keeps its speeds.
 */
export const changeDefaultSpeeds = change(
  z.object({ id: rowId, speeds: z.record(z.string(), speed), seen }),
  (db, { id, speeds: wanted, seen: assumed }, by) => {
    const { name: subject } = requireProvider(db, id);
    const technologies = technologiesInUse({ db });
    const fields = defaultSpeedFields(technologies);
    return editRecord<DefaultSpeedValues>(
      db,
      {
        record: providerRecord(id),
        action: 'provider.defaults',
        subject,
        seen: assumed,
        wanted,
        present: defaultSpeedValues(db, id),
        recorded: (values) =>
          Object.fromEntries(
            fields.flatMap(({ name, technology, field }) => {
              const value = values[name] ?? null;
              return value === null ? [] : [[`${technology.name}, ${speedWords[field]} (Mbps)`, value]];
            }),
          ),
        store: (after) => {
          refuseFields(reversedSpeeds(technologies, after));
          for (const technology of technologies) storeSpeeds(db, id, technology, after);
        },
      },
      by,
    );
  },
  (db, { id = 0, speeds: wanted = {} }) => {
    const technologies = technologiesInUse({ db });
    const faults = wrongSpeeds(
      wanted,
      defaultSpeedFields(technologies).map(({ name }) => name),
    );
    const faulty = new Set(faults.map(({ where }) => where.field));
    const present = defaultSpeedValues(db, id);
    return [...faults, ...faultsBeside(faulty, { present, wanted }, (after) => reversedSpeeds(technologies, after))];
  },
);

/** What a form shows of a provider's default speeds: each speed of the technologies in use. */
export function defaultSpeedValues(db: Db, providerId: number): DefaultSpeedValues {
  const stored = defaultSpeedsOf(db, providerId);
  const fields = defaultSpeedFields(technologiesInUse({ db }));
  return Object.fromEntries(
    fields.map(({ name, technology, field }) => {
      const found = stored.find(({ technologyId }) => technologyId === technology.id);
      return [name, found?.speeds[field] ?? null];
    }),
  );
}

function wrongSpeeds(wanted: DefaultSpeedValues, known: readonly string[]) {
  const faultOf = (field: string, given: number | null): Reason | undefined => {
    if (!known.includes(field)) return { code: 'not-a-choice' };
    return given === null || parseSpeed(given).ok ? undefined : { code: 'not-a-speed' };
  };
  return Object.entries(wanted).flatMap(([field, given]) => {
    const reason = faultOf(field, given);
    return reason === undefined ? [] : [{ where: { field }, reason }];
  });
}

function reversedSpeeds(
  technologies: readonly Technology[],
  after: Partial<DefaultSpeedValues>,
): (Fault | undefined)[] {
  return technologies.flatMap(({ id, name: technology }) =>
    speedRanges.map(({ low, high }) => {
      const [lowest, highest] = [low, high].map((field) => after[defaultSpeedField(id, field)] ?? null);
      if (lowest == null || highest == null || lowest <= highest) return undefined;
      return faultAt(defaultSpeedField(id, high), {
        code: 'default-speeds-reversed',
        technology,
        low,
        lowest,
        highest,
      });
    }),
  );
}

interface Technology {
  readonly id: number;
  readonly name: string;
}

function storeSpeeds(db: Db, providerId: number, technology: Technology, after: DefaultSpeedValues): void {
  const given = defaultSpeedFields([technology]).flatMap(({ name, field }) => {
    const value = after[name] ?? null;
    return value === null ? [] : [[field, value]];
  });
  putDefaultSpeeds(db, providerId, technology.id, Object.fromEntries(given));
}
