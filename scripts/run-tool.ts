import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

interface Tool {
  /** The tool's script below `node_modules`. */
  readonly script: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether its output is collected, rather than printed as it comes. */
  readonly isQuiet?: boolean;
}

/** Runs a tool of `node_modules` in this Node. @returns whether it ended with 0, and what it printed if quiet */
export function runTool({
  script,
  args,
  environment,
  isQuiet = false,
}: Tool): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      // tests start hundreds of servers and commands, which need not compile the same modules each time
      env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'), ...process.env, ...environment },
      stdio: ['inherit', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ ok: status === 0, output }));
  });
}
