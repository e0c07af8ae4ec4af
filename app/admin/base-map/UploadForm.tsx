'use client';

import { Stack } from '@mantine/core';
import { useState } from 'react';
import { ask, goTo } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { FileUpload } from '#components/admin/upload/FileUpload.tsx';
import { importUpload } from './actions.ts';

/** Uploads a file for the map, and starts its import. */
export function UploadForm({ mostBytes }: { readonly mostBytes: number }) {
  const [sentence, setSentence] = useState<string>();
  const start = async (uploadId: string) => {
    const result = await ask(() => importUpload({ uploadId }));
    if (result.ok) goTo(`/admin/jobs/${result.value}`);
    else setSentence(result.sentence);
  };
  return (
    <Stack maw="46rem">
      <FormError sentence={sentence} />
      <FileUpload
        queue="map"
        label="Drop a file for the map here"
        description="A street map (PMTiles), or a list of places: the New Zealand Gazetteer, LINZ NZ Addresses, LINZ NZ Suburbs and Localities (CSV or GeoPackage), or other names (CSV). It replaces the one before."
        mostBytes={mostBytes}
        onUploaded={start}
        onCleared={() => setSentence(undefined)}
      />
    </Stack>
  );
}
