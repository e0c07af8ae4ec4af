'use client';

import { Button, Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { useImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { choiceLabels, coverageControls, placeLabels } from '#app/admin/coverage/import/labels.ts';
import { goTo, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { placeFields } from '#lib/broadband/import/csv/place-fields.ts';
import { referenceCodes } from '#lib/broadband/import/projection/reference.ts';
import type { FormatName, SourceLayer } from '#lib/broadband/import/source.ts';
import { counted } from '#lib/counted.ts';
import styles from './mapping.module.css';

interface ReadingFormProps {
  readonly values: ReadingValues;
  /** Null if the file could not be read at all. */
  readonly format: FormatName | null;
  readonly layers: readonly SourceLayer[];
}

/** Reads the file again in another way: with another reference system, order, encoding or layer. */
export function ReadingForm({ values, format, layers }: ReadingFormProps) {
  const { inspections, readAgain } = useImportScreen();
  const { form, sentence, isPending, submit } = useActionForm(values, readAgain, (job) =>
    goTo(`${inspections}/${job}`),
  );
  const hasTexts = format === null || format === 'Shapefile' || format === 'CSV';
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        {layers.length > 1 && (
          <NativeSelect
            label={choiceLabels.layer}
            data={layers.map(({ name }) => name)}
            {...form.getInputProps('layer')}
          />
        )}
        <NativeSelect
          label={choiceLabels.reference}
          data={[
            { value: '', label: 'As the file says' },
            ...referenceCodes.map((code) => ({
              value: String(code),
              label: coverageControls.reference({ code, swap: false }),
            })),
          ]}
          {...form.getInputProps('crs')}
        />
        <Checkbox label="Latitude or northing comes first" {...form.getInputProps('swap', { type: 'checkbox' })} />
        {hasTexts && (
          <NativeSelect
            label={choiceLabels.encoding}
            description="Choose another one if macrons and accents look wrong."
            data={[{ value: '', label: 'As the file says, or automatic' }, ...encodings]}
            {...form.getInputProps('encoding')}
          />
        )}
        {(format === null || format === 'CSV') && (
          <fieldset className={styles.places}>
            <legend>Columns with the place of each row (CSV)</legend>
            {placeFields.map((field) => (
              <TextInput
                key={field}
                label={placeLabels[field]}
                autoComplete="off"
                {...form.getInputProps(`places.${field}`)}
              />
            ))}
          </fieldset>
        )}
        <div>
          <Button type="submit" variant="default" loading={isPending}>
            Read it again
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Encodings that providers use. */
const encodings = ['UTF-8', 'windows-1252', 'ISO-8859-1', 'windows-1257', 'windows-1250', 'UTF-16LE'];

interface LayerFormProps {
  readonly layers: readonly SourceLayer[];
  readonly values: ReadingValues;
}

/** Asks which of several layers to read. */
export function LayerForm({ layers, values }: LayerFormProps) {
  const { inspections, readAgain } = useImportScreen();
  const begin = { ...values, layer: layers[0]?.name ?? '' };
  const { form, sentence, isPending, submit } = useActionForm(begin, readAgain, (job) => goTo(`${inspections}/${job}`));
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        <Radio.Group label={choiceLabels.layer} {...form.getInputProps('layer')}>
          <Stack gap="xs" mt="xs">
            {layers.map(({ name, features }) => (
              <Radio
                key={name}
                value={name}
                label={name}
                description={features === undefined ? undefined : counted(features, 'feature')}
              />
            ))}
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={isPending}>
            Read this layer
          </Button>
        </div>
      </Stack>
    </form>
  );
}
