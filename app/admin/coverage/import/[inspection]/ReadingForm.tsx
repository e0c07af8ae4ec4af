'use client';

import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { readAgain } from '#app/admin/coverage/import/actions.ts';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { choiceWords, placeWords } from '#lib/broadband/import/choice-labels.ts';
import { placeFields } from '#lib/broadband/import/csv/place-columns.ts';
import { referenceCodes, references } from '#lib/broadband/import/projection/reference.ts';
import type { FormatName, SourceLayer } from '#lib/broadband/import/source.ts';
import { encodings } from './encodings.ts';
import styles from './mapping.module.css';

interface ReadingFormProps {
  readonly values: ReadingValues;
  /** Null where the file could not be read at all. */
  readonly format: FormatName | null;
  readonly layers: readonly SourceLayer[];
}

/** Has the file read otherwise: another reference system, order, encoding or layer. */
export function ReadingForm({ values, format, layers }: ReadingFormProps) {
  const { form, sentence, isPending, submit } = useActionForm(values, readAgain, (work) =>
    goTo(`/admin/coverage/import/${work}`),
  );
  const hasTexts = format === null || format === 'Shapefile' || format === 'CSV';
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        {layers.length > 1 && (
          <NativeSelect
            label={choiceWords.layer}
            data={layers.map(({ name }) => name)}
            {...form.getInputProps('layer')}
          />
        )}
        <NativeSelect
          label={choiceWords.crs}
          data={[
            { value: '', label: 'As the file says' },
            ...referenceCodes.map((code) => ({
              value: String(code),
              label: `${references[code].name} (EPSG:${code})`,
            })),
          ]}
          {...form.getInputProps('crs')}
        />
        <Checkbox label={choiceWords.swap} {...form.getInputProps('swap', { type: 'checkbox' })} />
        {hasTexts && (
          <NativeSelect
            label={choiceWords.encoding}
            description="If macrons and accents look wrong, choose another."
            data={[{ value: '', label: 'As the file says, else as it seems' }, ...encodings]}
            {...form.getInputProps('encoding')}
          />
        )}
        {(format === null || format === 'CSV') && (
          <fieldset className={styles.places}>
            <legend>In a table (CSV), the columns that say where its rows are</legend>
            {placeFields.map((field) => (
              <TextInput
                key={field}
                label={placeWords[field]}
                autoComplete="off"
                {...form.getInputProps(`places.${field}`)}
              />
            ))}
          </fieldset>
        )}
        <div>
          <Button type="submit" variant="default" loading={isPending}>
            Look at it again
          </Button>
        </div>
      </Stack>
    </form>
  );
}
