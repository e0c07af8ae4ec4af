import type { Command } from 'commander';
import { act } from '#cli/command-line.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { drawMissing } from '#flows/broadband/draw-layers.ts';
import { writingOf } from './coverage-versions.ts';

/** `coverage tiles …`: what the map's tiles are drawn from. */
export function addTilesCommands(coverage: Command): void {
  const tiles = coverage.command('tiles').description('look after what the map’s tiles are drawn from');
  const build = tiles
    .command('build')
    .description('make it for layers that lack it; imports and the start of the server do so by themselves');
  act(build, async (context) => {
    const { writer } = context.database;
    const built = await withCoverageLock(writer, context.nowMs, () => drawMissing(writer, writingOf(context)));
    const layers = built === 1 ? '1 layer' : `${built} layers`;
    return {
      lines: [built === 0 ? 'Tiles can be drawn of every layer already.' : `Tiles can now be drawn of ${layers} more.`],
      json: { built },
    };
  });
}
