import type { Command } from 'commander';
import { act } from '#cli/command-line.ts';
import { withFiguresLock } from '#db/broadband/lock.ts';
import { drawMissing } from '#flows/broadband/draw-layers.ts';
import { counted } from '#lib/counted.ts';
import { writingOf } from './writing.ts';

/** `coverage tiles …`: the drawings that map tiles are made from. */
export function addTilesCommands(coverage: Command): void {
  const tiles = coverage.command('tiles').description('manage the drawings that map tiles are made from');
  const build = tiles
    .command('build')
    .description('draw layers that are not drawn yet; imports and the server do this automatically');
  act(build, async (context) => {
    const { writer } = context.database;
    context.keep('Layers that were drawn stay so.');
    const built = await withFiguresLock(writer, () => drawMissing(writer, writingOf(context)));
    return {
      lines: [built === 0 ? 'Every layer is drawn already.' : `Drew ${counted(built, 'layer')}.`],
      json: { built },
    };
  });
}
