import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { reportSkipped } from '#tests/support/debian.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

/** The number of a user that no account has: the mail server drops its rights to it. */
const eximUser = 65_533;
const packages = ['exim4-daemon-light', 'libnss-wrapper', 'libidn12'];

/** Debian's Exim on a loopback port, unpacked into a folder: nothing of the machine is installed or changed. */
export interface Exim {
  readonly port: number;
  /** Delivers what it has taken. @returns the mails, as files have them */
  deliver(): string[];
  stop(): void;
}

/** Starts Exim, or says why it cannot be had. */
export async function startExim(): Promise<Exim | string> {
  if (process.getuid?.() !== 0) return 'only root can run Exim with its own configuration';
  const folder = makeFolder();
  const fail = (why: string) => {
    folder.remove();
    return why;
  };
  if (!unpack(folder.path)) {
    reportSkipped('the test with Exim', packages);
    return fail('the packages cannot be downloaded');
  }
  const environment = eximEnvironment(folder.path);
  const program = join(folder.path, 'usr/sbin/exim4');
  const port = await findFreePort();
  const configuration = writeConfiguration(folder.path, program, port);
  const options = { env: environment, stdio: 'ignore' } as const;
  if (spawnSync(program, ['-C', configuration, '-bV'], options).status !== 0) return fail('Exim does not run here');
  const server = spawn(program, ['-C', configuration, '-bdf'], options);
  if (!(await isListening(server, port))) return fail('Exim does not listen');
  return {
    port,
    deliver() {
      spawnSync(program, ['-C', configuration, '-qff'], { ...options, timeout: 300_000 });
      const mails = join(folder.path, 'mail/new');
      return existsSync(mails) ? readdirSync(mails).map((name) => readFileSync(join(mails, name), 'utf8')) : [];
    },
    stop() {
      server.kill('SIGTERM');
      folder.remove();
    },
  };
}

/** Downloads Debian's packages and unpacks them. @returns whether it worked */
function unpack(folder: string): boolean {
  const options = { cwd: folder, stdio: 'ignore', timeout: 600_000 } as const;
  const download = () => spawnSync('apt-get', ['download', ...packages], options).status === 0;
  if (!download()) {
    spawnSync('apt-get', ['update', '-qq'], options);
    if (!download()) return false;
  }
  return globSync('*.deb', { cwd: folder }).every(
    (file) => spawnSync('dpkg-deb', ['-x', file, folder], options).status === 0,
  );
}

/** Debian's Exim insists on an account `Debian-exim`: a library makes it see one in files of its own. */
function eximEnvironment(folder: string): NodeJS.ProcessEnv {
  const [passwords, groups] = [join(folder, 'passwd'), join(folder, 'group')];
  writeFileSync(passwords, `root:x:0:0::/:/bin/sh\nDebian-exim:x:${eximUser}:${eximUser}::/:/bin/false\n`);
  writeFileSync(groups, `root:x:0:\nmail:x:8:\nDebian-exim:x:${eximUser}:\n`);
  const [wrapper = ''] = globSync('usr/lib/*/libnss_wrapper.so', { cwd: folder });
  return {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    LD_LIBRARY_PATH: join(folder, wrapper, '..'),
    LD_PRELOAD: join(folder, wrapper),
    NSS_WRAPPER_PASSWD: passwords,
    NSS_WRAPPER_GROUP: groups,
  };
}

function writeConfiguration(folder: string, program: string, port: number): string {
  chmodSync(folder, 0o755);
  for (const name of ['spool', 'mail']) {
    mkdirSync(join(folder, name));
    chownSync(join(folder, name), eximUser, eximUser);
  }
  const file = join(folder, 'exim.conf');
  const lines = [
    'primary_hostname = mail.watea.example',
    'local_interfaces = 127.0.0.1',
    `daemon_smtp_ports = ${port}`,
    `spool_directory = ${folder}/spool`,
    `log_file_path = ${folder}/spool/%slog`,
    `pid_file_path = ${folder}/spool/pid`,
    `exim_path = ${program}`,
    'never_users =',
    'host_lookup =',
    'keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP',
    'acl_smtp_rcpt = acl_recipient',
    'acl_smtp_data = accept',
    'queue_only = true',
    'begin acl',
    'acl_recipient:',
    '  deny local_parts = nobody',
    '  accept',
    'begin routers',
    'all:',
    '  driver = accept',
    '  transport = files',
    'begin transports',
    'files:',
    '  driver = appendfile',
    `  directory = ${folder}/mail`,
    '  maildir_format',
    '  user = Debian-exim',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function isListening(server: ChildProcess, port: number): Promise<boolean> {
  const tryOnce = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  await waitUntil('Exim', async () => server.exitCode !== null || (await tryOnce()));
  return server.exitCode === null;
}
