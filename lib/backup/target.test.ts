import { expect, test } from 'vitest';
import { parseTarget } from './target.ts';

test.each([
  ['/mnt/standby', { kind: 'folder', folder: '/mnt/standby' }],
  ['watea@standby.example:/srv/watea', { kind: 'rsync', destination: 'watea@standby.example:/srv/watea/' }],
  ['standby:watea/', { kind: 'rsync', destination: 'standby:watea/' }],
  ['[2001:db8::7]:/srv/watea', { kind: 'rsync', destination: '[2001:db8::7]:/srv/watea/' }],
  ['https://s3.example/bucket', { kind: 'object storage', url: 'https://s3.example/bucket/' }],
  ['https://bucket.s3.example/watea/', { kind: 'object storage', url: 'https://bucket.s3.example/watea/' }],
  ['http://127.0.0.1:9000/bucket', { kind: 'object storage', url: 'http://127.0.0.1:9000/bucket/' }],
  // the key would be readable on the way
  ['http://s3.example/bucket', undefined],
  ['https://user:secret@s3.example/bucket', undefined],
  ['https://s3.example/', undefined],
  ['https://s3.example/bucket?versionId=1', undefined],
  // an option of ssh
  ['-oProxyCommand=sh:/srv', undefined],
  ['a b:/srv', undefined],
  ['relative/folder', undefined],
  ['', undefined],
])('%s', (text, target) => {
  expect(parseTarget(text)).toEqual(target);
});
