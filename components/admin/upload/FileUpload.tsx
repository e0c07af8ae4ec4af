'use client';

import '@mantine/dropzone/styles.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useEffect, useRef, useState } from 'react';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Announcement } from '#components/ui/Announcement.tsx';
import type { JobQueue } from '#lib/jobs/kinds.ts';
import { shareWords, sizeWords } from '#lib/usage/words.ts';
import { jobWords } from '#lib/words/jobs.ts';
import { Uploader, type UploadState } from './uploader.ts';

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

interface UploadProgressProps {
  readonly upload: Upload;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

const phaseWords = {
  sending: 'Uploading',
  paused: 'Paused. The server keeps what was sent for a day.',
  waiting: 'The connection was lost. The upload resumes when the server answers again.',
  done: 'Uploaded',
  failed: 'Not uploaded',
} as const;

/** The progress of an upload, with buttons to pause, resume and cancel it. */
function UploadProgress({ upload: { file, state }, onPause, onResume, onCancel }: UploadProgressProps) {
  const { phase, sent, total, sentence } = state;
  const percent = Math.floor((100 * sent) / total);
  // screen readers announce quarters only
  const announced = `${phaseWords[phase]}${phase === 'sending' ? ` ${percent - (percent % 25)} %` : ''}`;
  return (
    <Stack gap="xs">
      <FormError sentence={sentence} />
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      <Progress value={percent} aria-label={`Upload of ${file.name}`} animated={phase === 'sending'} />
      <Text size="sm" c="dimmed">
        {phaseWords[phase]}{' '}
        {phase === 'done' ? '' : `· ${sizeWords(sent)} of ${sizeWords(total)} (${shareWords(sent, total)})`}
      </Text>
      <Announcement text={announced} />
      <Group>
        {(phase === 'sending' || phase === 'waiting') && (
          <Button variant="default" size="xs" onClick={onPause}>
            Pause
          </Button>
        )}
        {(phase === 'paused' || phase === 'waiting') && (
          <Button size="xs" onClick={onResume}>
            Resume
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onCancel}>
          {phase === 'done' || phase === 'failed' ? 'Choose another file' : 'Cancel the upload'}
        </Button>
      </Group>
    </Stack>
  );
}

/** The file that was chosen, and the state of its upload. */
interface Upload {
  readonly file: File;
  readonly state: UploadState;
}

/**
 * Uploads a file for the jobs of a queue.
 *
 * @param onUploaded called when the whole file has been sent
 */
function useUpload(queue: string, onUploaded: (uploadId: string, file: File) => void) {
  const [upload, setUpload] = useState<Upload>();
  const uploader = useRef<Uploader>(undefined);
  // what was sent stays on the server for a day, so leaving the page is a pause
  useEffect(() => () => uploader.current?.pause(), []);

  const send = (file: File) => {
    const own = uploader.current;
    void own?.send().then((id) => {
      if (id !== undefined && uploader.current === own) onUploaded(id, file);
    });
  };
  return {
    upload,
    start(file: File) {
      uploader.current = new Uploader({
        file,
        queue,
        onChange: (state) => setUpload({ file, state }),
        memory: window.localStorage,
        fetch: (input, init) => window.fetch(input, init),
      });
      setUpload({ file, state: { phase: 'sending', sent: 0, total: file.size } });
      send(file);
    },
    pause: () => uploader.current?.pause(),
    resume() {
      if (upload !== undefined) send(upload.file);
    },
    cancel() {
      void uploader.current?.cancel();
      uploader.current = undefined;
      setUpload(undefined);
    },
  };
}
