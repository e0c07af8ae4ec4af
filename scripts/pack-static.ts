import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { type Compression, compressFile, suffixOf } from '#lib/http/encoded-answer.ts';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';

const folder = `${absoluteFolder(buildFolder())}/static`;

/** Writes compressed copies of each script and style sheet of the build beside it, for the server to send. */
export async function packStatic(): Promise<void> {
  const files = globSync('**/*.{js,css,json,svg}', { cwd: folder }).map((name) => `${folder}/${name}`);
  await Promise.all(
    files.map(async (file) => {
      for (const [form, body] of Object.entries(compressFile(readFileSync(file)))) {
        writeFileSync(`${file}${suffixOf[form as Compression]}`, await body);
      }
    }),
  );
}

if (import.meta.main) await packStatic();
