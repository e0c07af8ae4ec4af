import { globSync } from 'node:fs';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';

/** Tests whether a path is that of a file of the build or of `public/`, which is not counted as a page. */
export function knownFiles(): (path: string) => boolean {
  // while developing, the files of the build come and go
  if (process.env.NODE_ENV === 'development') return () => true;
  const publicFolder = `${import.meta.dirname}/../../public`;
  const paths = new Set([
    ...globSync('**/*.*', { cwd: `${absoluteFolder(buildFolder())}/static` }).map((name) => `/_next/static/${name}`),
    ...globSync('**/*.*', { cwd: publicFolder }).map((name) => `/${name}`),
  ]);
  return (path) => paths.has(path);
}
