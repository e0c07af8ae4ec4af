'use client';

import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { Announcement } from '#components/ui/Announcement.tsx';
import { shareWords, sizeWords } from '#lib/usage/words.ts';
import type { Upload } from './use-upload.ts';

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
export function UploadProgress({ upload: { file, state }, onPause, onResume, onCancel }: UploadProgressProps) {
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
