'use client';

import { useEffect, useRef, useState } from 'react';
import { Uploader, type UploadState } from './uploader.ts';

/** The file that was chosen, and the state of its upload. */
export interface Upload {
  readonly file: File;
  readonly state: UploadState;
}

/**
 * Uploads a file for the jobs of a queue.
 *
 * @param onUploaded called when the whole file has been sent
 */
export function useUpload(queue: string, onUploaded: (uploadId: string, file: File) => void) {
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
