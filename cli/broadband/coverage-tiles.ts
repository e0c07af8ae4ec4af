import type { Command } from 'commander';
import { act } from '#cli/command-line.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { drawMissing } from '#flows/broadband/draw-layers.ts';
import { counted } from '#lib/counted.ts';
import { writingOf } from './coverage-versions.ts';

/** `coverage tiles …`: the drawings that map tiles are made from. */
export function addTilesCommands(coverage: Command): void {
  const tiles = coverage.command('tiles').description('manage the drawings that map tiles are made from');
  const build = tiles
    .command('build')
    .description('draw layers that are not drawn yet; imports and server starts do this automatically');
  act(build, async (context) => {
    const { writer } = context.database;
    const built = await withCoverageLock(writer, context.nowMs, () => drawMissing(writer, writingOf(context)));
    return {
      lines: [built === 0 ? 'Every layer is drawn already.' : `Drew ${counted(built, 'layer')}.`],
      json: { built },
    };
  });
}
