import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  isAt,
  type PublicPath,
  type PublicPathName,
  pathParameters,
  publicPathAt,
  publicPaths,
} from './public-paths.ts';

test.each<[path: string, name: PublicPathName | undefined]>([
  ['/1.0/availability', 'registryAvailability'],
  ['/1.0/availability/', 'registryAvailability'],
  ['/1.0/availability/x', 'registry'],
  ['/1.0/droplist', 'droplist'],
  ['/1.0/droplist/', 'droplist'],
  ['/1.0/droplist/released', 'releasedNames'],
  ['/1.1/availability', 'explainedAvailability'],
  ['/1.1/releases/changes', 'releaseChanges'],
  ['/1.1/releases/x', 'registryAdditions'],
  ['/1.1', 'registryAdditions'],
  ['/1.0', 'registry'],
  ['/1.0/', 'registry'],
  ['/1.0x', undefined],
  ['/api', 'broadband'],
  ['/api/1.0/availability/yx/-41.2866/174.7756', 'broadbandAvailability'],
  ['/api/1.0/availability/yx/%20/x%2Fy', 'broadbandAvailability'],
  ['/api/1.0/availability/yx/1/2/', 'broadband'],
  ['/api/1.0/availability/yx//2', 'broadband'],
  ['/api/1.0/availability/yx', 'broadbandBulk'],
  ['/api/1.0/networks', 'networks'],
  ['/api/2.0/availability', 'availabilityInBulk'],
  ['/api/2.0/availability/-41.2866/174.7756', 'pointAvailability'],
  ['/api/2.0/availability/address/1-09x2k1a', 'addressAvailability'],
  ['/api/2.0/availability/address', 'broadband'],
  ['/api/2.0/availability/yx/-41/174', 'broadband'],
  ['/api/2.0/addresses', 'addresses'],
  ['/api/2.0/providers', 'providers'],
  ['/api/3.0/providers', 'broadband'],
  ['/apix', undefined],
  ['/tiles', 'tileLegend'],
  ['/tiles/7.json', 'tileJson'],
  ['/tiles/07.json', 'tiles'],
  ['/tiles/7xjson', 'tiles'],
  ['/tiles/7/4/15/9.png', 'tile'],
  ['/tiles/7/4/15/9@2x.png', 'tile'],
  ['/tiles/7/4/15/9.jpg', 'tiles'],
  ['/places', 'places'],
  ['/places/', undefined],
  ['/preview/-41.2/174.7.png', 'preview'],
  ['/preview/-41.2', 'previews'],
  ['/', undefined],
  ['/admin', undefined],
])('%s is answered by %s', (path, name) => {
  expect(publicPathAt(path)?.name).toBe(name);
});

test.each([
  ['/1.0/availability', true, 'registry'],
  ['/1.0/availability/', false, 'registry'],
  ['/1.0', false, 'registry'],
  ['/api/1.0/availability/yx/1/2', true, 'broadband'],
  ['/api/1.0/availability/yx/', false, 'broadband'],
  ['/api/x', false, 'broadband'],
  ['/tiles', true, undefined],
  ['/tiles/', false, undefined],
  ['/tiles/7.json', true, undefined],
])('%s matches its pattern: %s; it is counted for: %s', (path, isExact, api) => {
  expect(publicPathAt(path)).toMatchObject({ isExact, api });
});

test.each([
  ['/1.0/availability', 'api'],
  ['/1.0/nothing', 'api'],
  ['/api/1.0/availability/yx/1/2', 'api'],
  ['/tiles/7/4/15/9.png', 'api'],
  ['/healthz', 'api'],
  ['/readyz', 'api'],
  ['/preview/zz', 'api'],
  ['/preview/-41.2/174.7.png', 'pages'],
  ['/places', 'pages'],
  ['/areas', 'pages'],
  ['/reports', 'pages'],
])('%s is answered by the process of %s', (path, process) => {
  expect(publicPathAt(path)?.process).toBe(process);
});

test('parameters are not decoded', () => {
  const parameters = pathParameters(publicPaths.tile);
  expect(parameters('/tiles/7/4/15/9@2x.png')).toEqual(['7', '4', '15', '9', '@2x.png']);
  expect(parameters('/tiles/7/4/15/9@3x.png')).toBeUndefined();
  expect(pathParameters(publicPaths.preview)('/preview/%20-41/x.png.png')).toEqual(['%20-41', 'x.png']);
});

test('text of a pattern is literal, not a regular expression', () => {
  expect(isAt({ ...publicPaths.places, pattern: '/a.b/<c>' })('/aXb/c')).toBe(false);
});

describe.each(Object.entries(publicPaths) as [PublicPathName, PublicPath][])('%s', (_name, { pattern, methods }) => {
  test('has its handler in the folder of its pattern', () => {
    const folder = pattern.replace(/<(\w+)(?::[^>]+)?>(?:\.\w+|<[^>]+>)?/g, '[$1]');
    expect(existsSync(join(import.meta.dirname, '../../app', folder, 'route.ts'))).toBe(true);
  });

  test('allows HEAD where it allows GET, and OPTIONS always (B3)', () => {
    expect(methods).toContain('OPTIONS');
    expect(methods.includes('HEAD')).toBe(methods.includes('GET'));
  });
});
