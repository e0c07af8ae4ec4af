'use client';

import { useEffect, useRef, useState } from 'react';
import { Uploader, type UploadState } from './uploader.ts';

/** An upload under way, or one that ended; undefined before a file was chosen. */
export interface Upload {
  readonly file: File;
  readonly state: UploadState;
}

/**
 * Uploads a file for the work of a queue.
 *
 * @param onUploaded told when the whole of it has come, with its number for `addJob`
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
    begin(file: File) {
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
    goOn() {
      if (upload !== undefined) send(upload.file);
    },
    cancel() {
      void uploader.current?.cancel();
      uploader.current = undefined;
      setUpload(undefined);
    },
  };
}
