import { sizeWords } from '#lib/usage/words.ts';

interface FileSize {
  readonly bytes: number;
  /** The most bytes that are allowed. */
  readonly most: number;
}

const ended = { done: 'it is done', failed: 'it failed', cancelled: 'it was cancelled' };

/** Why a job or an upload is refused, and why a job failed. */
export const jobWords = {
  'job-gone': () => 'This job does not exist.',
  'job-ended': ({ state }: { state: keyof typeof ended }) => `This job has already ended: ${ended[state]}.`,
  'job-not-failed': () => 'Only a job that failed or was cancelled can be tried again.',
  'job-retried-elsewhere': () => 'This job cannot be tried again here: the watched folder tries its file again.',
  'job-kind-unknown': ({ kind }: { kind: string }) => `This version of Wātea has no jobs of the kind “${kind}”.`,
  'job-lost': () => 'Another process has taken over this job. Nothing was changed.',
  'lease-lost': ({ subject }: { subject: string }) =>
    `Another process has taken over the ${subject}. Nothing was changed.`,
  'job-lost-upload': () =>
    'The server stopped while this job was running, and the uploaded file no longer exists. Nothing was changed: upload the file again.',
  'job-process-died': ({ attempts }: { attempts: number }) =>
    `This job was started ${attempts} times, and its process died each time. Nothing was changed. It may have run out of memory: see the server’s log.`,
  'internal-error': () => 'An internal error ended this job. Nothing was changed. See the server’s log for details.',

  'upload-elsewhere': ({ node }: { node: string }) =>
    `The uploaded file is on node ${node}, which does not answer at present: try again later, or upload it again.`,
  'upload-gone': () => 'The uploaded file no longer exists: upload it again.',
  'upload-incomplete': ({ file, received, bytes }: { file: string; received: number; bytes: number }) =>
    `${file} is incomplete: ${received.toLocaleString('en-NZ')} of ${bytes.toLocaleString('en-NZ')} bytes have been received.`,
  'upload-in-use': () => 'A job is using this file: cancel the job first.',
  'upload-invalid': () => 'An upload is announced as a JSON object.',
  'announcement-too-long': ({ most }: { most: number }) =>
    `An announcement has at most ${most.toLocaleString('en-NZ')} bytes.`,
  'upload-name-has-slash': () => 'A file name cannot contain slashes.',
  'upload-size-invalid': () => 'The size must be a whole number of bytes.',
  'upload-empty': ({ file }: { file: string }) => `${file} is empty.`,
  'upload-too-large': ({ bytes, most }: FileSize) =>
    `The file has ${sizeWords(bytes)}; the limit is ${sizeWords(most)} (${most.toLocaleString('en-NZ')} bytes, MAX_UPLOAD_BYTES). Split the file.`,
  'too-many-uploads': ({ open, most }: { open: number; most: number }) =>
    `You have ${open} unfinished uploads; the limit is ${most}. Finish or cancel one first; an upload that nobody continues is removed after a day.`,
  'uploads-too-large': ({ bytes, used, most }: FileSize & { used: number }) =>
    `The file has ${sizeWords(bytes)} and your other uploads ${sizeWords(used)}; together they may have ${sizeWords(most)}. Cancel an upload, or try again when files that no job reads have been removed, a day after they arrived.`,
  'upload-too-long': ({ bytes }: { bytes: number }) =>
    `The file is longer than the ${bytes.toLocaleString('en-NZ')} bytes that were announced.`,
  'upload-offset-missing': () => 'The header Upload-Offset must say where the bytes belong.',
  'upload-offset-wrong': ({ received }: { received: number }) =>
    `${received.toLocaleString('en-NZ')} bytes of the file have been received; send the next ones.`,
  'disk-too-small': ({ bytes, free }: { bytes: number; free: number }) =>
    `The file has ${sizeWords(bytes)}, but the server’s disk has only ${sizeWords(free)} free: remove files there until enough is free.`,
  'upload-disk-full': () =>
    'The server’s disk is full, and nothing of the file was kept. Ask the server’s administrator to free some space.',
} as const;
