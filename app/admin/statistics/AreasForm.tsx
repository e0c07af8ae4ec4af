'use client';

import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionForm, goTo, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { FileUpload } from '#components/admin/upload/FileUpload.tsx';
import { type AreasValues, importAreas } from './actions.ts';

/** Uploads a file of areas, and starts its import once it is said what the file means. */
export function AreasForm({ mostBytes }: { readonly mostBytes: number }) {
  const [isUploaded, setUploaded] = useState(false);
  const state = useActionForm<AreasValues, number>(
    { uploadId: '', column: '', name: '', attribution: '', layer: '' },
    importAreas,
    (job) => goTo(`/admin/jobs/${job}`),
  );
  const { form } = state;
  return (
    <Stack maw="46rem">
      <FileUpload
        queue="areas"
        label="Drop a file of areas here"
        description="GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV."
        mostBytes={mostBytes}
        onUploaded={(uploadId) => {
          form.setFieldValue('uploadId', uploadId);
          setUploaded(true);
        }}
        onCleared={() => setUploaded(false)}
      />
      {isUploaded && (
        <ActionForm state={state} label="Import the areas">
          <TextInput
            label="Column with the name of each area"
            description="As the file writes it, such as name or TA2023_V1_00_NAME. Several areas of one name are one."
            required
            autoComplete="off"
            {...form.getInputProps('column')}
          />
          <TextInput
            label="What the areas are called together"
            description="Such as Territorial authorities. Areas of this name are replaced; their figures stay."
            required
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Whose they are, and under which licence"
            description="Shown with the figures, such as Stats NZ, CC BY 4.0."
            autoComplete="off"
            {...form.getInputProps('attribution')}
          />
          <TextInput
            label="Layer"
            description="Only if the file has several: without it, the import names them."
            autoComplete="off"
            {...form.getInputProps('layer')}
          />
        </ActionForm>
      )}
    </Stack>
  );
}
