'use client';

import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ask, goTo } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { FileUpload } from '#components/admin/upload/FileUpload.tsx';
import { Announcement } from '#components/ui/Announcement.tsx';
import { useImportScreen } from './import-screen.tsx';

const reading = 'Uploaded. The file is now being read.';

/** Uploads a file, then starts its inspection. */
export function UploadForm({ mostBytes }: { readonly mostBytes: number }) {
  const { inspections, inspectUpload } = useImportScreen();
  const [sentence, setSentence] = useState<string>();
  const [isUploaded, setUploaded] = useState(false);
  const inspect = async (uploadId: string) => {
    setUploaded(true);
    setSentence(undefined);
    const result = await ask(() => inspectUpload({ uploadId }));
    if (result.ok) {
      goTo(`${inspections}/${result.value}`);
      return;
    }
    setUploaded(false);
    setSentence(result.sentence);
  };
  return (
    <Stack maw="46rem">
      <FormError sentence={sentence} />
      <FileUpload
        queue="coverage"
        label="Drop a coverage file here"
        description="GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. You say what its columns mean in the next step."
        mostBytes={mostBytes}
        onUploaded={inspect}
        onCleared={() => {
          setUploaded(false);
          setSentence(undefined);
        }}
      />
      {isUploaded && <Text>{reading}</Text>}
      <Announcement text={isUploaded ? reading : ''} />
    </Stack>
  );
}
