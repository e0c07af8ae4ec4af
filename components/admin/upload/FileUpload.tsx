'use client';

import '@mantine/dropzone/styles.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useRef, useState } from 'react';
import { FormError } from '#components/admin/forms/FormError.tsx';
import type { JobQueue } from '#lib/jobs/kinds.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { useUpload } from './use-upload.ts';

interface FileUploadProps {
  /** The queue of the work that is to read the file. */
  readonly queue: JobQueue;
  /** What to drop here: `Drop a coverage file here`. */
  readonly label: string;
  /** Which files are taken, in a sentence. */
  readonly description: string;
  /** The largest file that is taken, in bytes: `settings().maxUploadBytes`. */
  readonly mostBytes: number;
  /** Told when the whole file has come; `uploadId` is what `addJob` wants. */
  readonly onUploaded: (uploadId: string, file: File) => void;
  /** Told when the upload was given up, or another file is to be chosen: its number is no longer good. */
  readonly onCleared: () => void;
}

/** A place to drop a file, or to choose one, and how far its upload is. */
export function FileUpload({ queue, label, description, mostBytes, onUploaded, onCleared }: FileUploadProps) {
  const { upload, begin, pause, goOn, cancel } = useUpload(queue, onUploaded);
  const [sentence, setSentence] = useState<string>();
  const open = useRef<() => void>(null);

  const take = (files: readonly File[]) => {
    const [file, second] = files;
    if (file === undefined) return;
    if (second !== undefined) return setSentence('Please choose one file at a time.');
    if (file.size === 0) return setSentence(`${file.name} is empty.`);
    if (file.size > mostBytes)
      return setSentence(
        `${file.name} has ${sizeWords(file.size)}; the most that is taken is ${sizeWords(mostBytes)}.`,
      );
    setSentence(undefined);
    begin(file);
  };

  const clear = () => {
    cancel();
    onCleared();
  };
  if (upload !== undefined) return <UploadProgress upload={upload} onPause={pause} onGoOn={goOn} onCancel={clear} />;
  return (
    <Stack>
      <FormError sentence={sentence} />
      <Dropzone
        onDrop={take}
        onReject={(rejections) => take(rejections.map(({ file }) => file))}
        multiple
        openRef={open}
        // the button inside does both, and says what it is
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
