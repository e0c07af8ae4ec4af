import { expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { feature, file, importFile, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';

// more than one call of a function takes as arguments
const vertices = tries(60_000, 1_000_000);

test(`a ring of ${vertices} vertices is imported whole and looked up to the unit`, async () => {
  // wavy like a coast: no two vertices coincide, and the waves are so deep that many lie on a line
  const ring = Array.from({ length: vertices - 1 }, (_, place): [number, number] => {
    const turn = (place / (vertices - 1)) * 2 * Math.PI;
    const away = 0.5 + 0.02 * Math.sin(2000 * turn);
    return [173 + away * Math.cos(turn), -41 + away * Math.sin(turn)];
  });
  const coast = [...ring, ring[0] as [number, number]];
  const database = freshDatabase();
  const { id, report } = await importFile(database, file(feature({}, coast)));
  expect(report).toMatchObject({ parts: 1, slivers: 0 });
  expect(report.vertices + report.pointsRemoved).toBe(vertices);
  await publishVersion(database, id, writing);
  const lookup = coverageLookup(database.reader);
  const isCovered = (longitude: number, latitude: number) =>
    lookup.answerAt({ x: toUnitX(longitude), y: toUnitY(latitude) }, '', '').includes('"Available"');
  // the waves reach from 0.48 to 0.52 degrees; due east, where the first starts, the ring is at 0.5
  expect([0.4799, 0.4999, 0.5001, 0.5201].map((away) => isCovered(173 + away, -41))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
