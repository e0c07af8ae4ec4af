'use client';

import '@mantine/dropzone/styles.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useRef, useState } from 'react';
import { FormError } from '#components/admin/forms/FormError.tsx';
import type { JobQueue } from '#lib/jobs/kinds.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { jobWords } from '#lib/words/jobs.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { useUpload } from './use-upload.ts';

interface FileUploadProps {
  /** The queue of the jobs that read the file. */
  readonly queue: JobQueue;
  /** The title of the drop area: `Drop a coverage file here`. */
  readonly label: string;
  /** Which files are accepted, in a sentence. */
  readonly description: string;
  /** The largest file that is accepted, in bytes: `settings().maxUploadBytes`. */
  readonly mostBytes: number;
  /** Called when a file was chosen, which is sent from then on. */
  readonly onStarted?: () => void;
  /** Called when the whole file has been sent; `addJob` takes the `uploadId`. */
  readonly onUploaded: (uploadId: string, file: File) => void;
  /** Called when the upload was cancelled, or another file is to be chosen: its id is no longer valid. */
  readonly onCleared: () => void;
}

/** An area to drop a file on, or to choose one, and the progress of its upload. */
export function FileUpload(props: FileUploadProps) {
  const { queue, label, description, mostBytes, onStarted, onUploaded, onCleared } = props;
  const { upload, start, pause, resume, cancel } = useUpload(queue, onUploaded);
  const [sentence, setSentence] = useState<string>();
  const open = useRef<() => void>(null);

  const take = (files: readonly File[]) => {
    const [file, second] = files;
    if (file === undefined) return;
    if (second !== undefined) return setSentence('Choose one file at a time.');
    if (file.size === 0) return setSentence(jobWords['upload-empty']({ file: file.name }));
    if (file.size > mostBytes) return setSentence(jobWords['upload-too-large']({ bytes: file.size, most: mostBytes }));
    setSentence(undefined);
    onStarted?.();
    start(file);
  };

  const clear = () => {
    cancel();
    onCleared();
  };
  if (upload !== undefined)
    return <UploadProgress upload={upload} onPause={pause} onResume={resume} onCancel={clear} />;
  return (
    <Stack>
      <FormError sentence={sentence} />
      <Dropzone
        onDrop={take}
        onReject={(rejections) => take(rejections.map(({ file }) => file))}
        multiple
        openRef={open}
        // the button inside does both, and has a name
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        acceptColor="pounamu"
        inputProps={{ 'aria-label': label }}
      >
        <Stack align="center" gap="xs" p="md">
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed" ta="center">
            {description} At most {sizeWords(mostBytes)}.
          </Text>
          <Group>
            <Button variant="default" onClick={() => open.current?.()}>
              Choose a file
            </Button>
          </Group>
        </Stack>
      </Dropzone>
    </Stack>
  );
}
