import { z } from 'zod';

/** What an image says about running it, as its configuration has it. */
export const imageConfig = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
  Volumes: z.record(z.string(), z.unknown()),
});

/** A file system that the release runs in, and how. */
export interface Container {
  /** How it was made, for who reads the output of the test. */
  readonly origin: string;
  /** Its root folder. */
  readonly root: string;
  readonly config: z.infer<typeof imageConfig>;
  /** The folder of the host that is /opt/watea, if the root has no release of its own. */
  readonly release: string | undefined;
}
