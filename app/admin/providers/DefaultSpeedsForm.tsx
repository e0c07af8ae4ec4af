'use client';

import { TextInput } from '@mantine/core';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import { defaultSpeedFields } from '#lib/broadband/import/offers/speeds.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { speedWords } from '#lib/words/coverage/speeds.ts';
import { saveDefaultSpeeds } from './actions.ts';
import styles from './DefaultSpeeds.module.css';
import type { DefaultSpeedTexts, DefaultSpeedValues } from './forms.ts';
import { speedTitles } from './speed-titles.ts';

interface DefaultSpeedsFormProps {
  readonly id: number;
  readonly opened: Opened<DefaultSpeedValues>;
  /** Those in use. */
  readonly technologies: readonly { readonly id: number; readonly name: string }[];
}

/** Sets the speeds that a provider's offers get where a file gives none: four for each technology. */
export function DefaultSpeedsForm({ id, opened, technologies }: DefaultSpeedsFormProps) {
  const valuesOf = (fields: DefaultSpeedValues): DefaultSpeedTexts =>
    Object.fromEntries(Object.entries(fields).map(([name, speed]) => [name, speed === null ? '' : String(speed)]));
  const { form, state } = useRecordForm<DefaultSpeedTexts, DefaultSpeedValues>({
    opened,
    valuesOf,
    empty: {},
    save: (changed, seen) => saveDefaultSpeeds(id, changed, seen),
  });
  const labels = defaultSpeedFields(technologies).map(({ name, technology, field }) => [
    name,
    `${technology.name}, ${speedWords[field]}, Mbps`,
  ]);
  return (
    <RecordForm
      state={state}
      labels={Object.fromEntries(labels)}
      savedWords="Saved for future imports. Coverage that is imported already keeps its speeds."
    >
      {technologies.map((technology) => (
        <fieldset key={technology.id} className={styles.technology}>
          <legend>{technology.name}</legend>
          {defaultSpeedFields([technology]).map(({ name, field }) => (
            <TextInput
              key={name}
              label={speedTitles[field]}
              aria-label={`${technology.name}, ${speedWords[field]}, Mbps`}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps(name)}
            />
          ))}
        </fieldset>
      ))}
    </RecordForm>
  );
}
