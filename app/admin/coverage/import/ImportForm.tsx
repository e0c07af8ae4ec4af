'use client';

import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { FormError } from '../../../../components/admin/FormError.tsx';
import { goTo } from '../../../../components/admin/go-to.ts';
import { FileUpload } from '../../../../components/admin/upload/FileUpload.tsx';
import { useActionForm } from '../../../../components/admin/use-action-form.ts';
import { startCoverageImport } from './actions.ts';
import type { CoverageImportValues } from './forms.ts';

const modeWords = {
  join: 'Join them; refuse the file where its provider has a layer of the technology already',
  add: 'Add them beside the layers that the same provider has',
  replace: 'Replace the layer that the same provider has of the technology',
  'replace all': 'Replace everything that is published',
} as const;

const begin: CoverageImportValues = { uploadId: '', mode: 'join', newProviders: false };

/** Uploads a file and has it imported. */
export function ImportForm({ mostBytes }: { readonly mostBytes: number }) {
  const { form, sentence, isPending, submit } = useActionForm(begin, startCoverageImport, (work) =>
    goTo(`/admin/work/${work}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={form.errors.uploadId ?? sentence} />
        <FileUpload
          queue="coverage"
          label="Drop a coverage file here"
          description="GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV, whose columns are named as the API’s fields: technology, provider, speeds."
          mostBytes={mostBytes}
          onUploaded={(uploadId) => form.setFieldValue('uploadId', uploadId)}
          onCleared={() => form.setFieldValue('uploadId', '')}
        />
        <Radio.Group label="The file’s layers and those that stand" {...form.getInputProps('mode')}>
          <Stack gap="xs" mt="xs">
            {Object.entries(modeWords).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label="Add providers that are not known yet"
          {...form.getInputProps('newProviders', { type: 'checkbox' })}
        />
        <div>
          <Button type="submit" loading={isPending}>
            Import
          </Button>
        </div>
      </Stack>
    </form>
  );
}
