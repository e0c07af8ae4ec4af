'use client';

import { Button, Radio, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { useImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { coverageControls } from '#app/admin/coverage/import/labels.ts';
import { goTo, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import type { Candidate, Location } from '#lib/broadband/import/projection/location.ts';
import { parsePackedLand, unpackLand } from '#lib/map/layers/land-outline.ts';
import { distanceWords } from '#lib/words/coverage/reference.ts';
import { fieldWords } from '#lib/words/fields.ts';
import styles from './CandidateForm.module.css';
import { candidateKey } from './projection-words.ts';

interface CandidateFormProps {
  readonly candidates: readonly Candidate[];
  readonly values: ReadingValues;
  /** The key of the candidate that was chosen for the provider's last file with these columns. */
  readonly remembered: string;
}

/** The letter of a candidate on the sketch. */
const letterOf = (place: number) => String.fromCharCode(65 + place);

/** Asks for the reference system of the coordinates; each candidate says where it would put the data. */
export function CandidateForm({ candidates, values, remembered }: CandidateFormProps) {
  const { inspections, readAgain } = useImportScreen();
  const { form, sentence, isPending, submit } = useActionForm(
    { chosen: remembered },
    async ({ chosen }) => {
      const candidate = candidates.find(({ code, swap }) => candidateKey(code, swap) === chosen);
      if (candidate === undefined)
        return { ok: false, sentence: fieldWords.fields(), fields: { chosen: fieldWords['not-a-choice']() } };
      return await readAgain({ ...values, crs: String(candidate.code), swap: candidate.swap });
    },
    (job) => goTo(`${inspections}/${job}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        <Sketch places={candidates.map((candidate, place) => ({ ...candidate, letter: letterOf(place) }))} />
        <Radio.Group label="Possible reference systems" {...form.getInputProps('chosen')}>
          <Stack gap="xs" mt="xs">
            {candidates.map((candidate, place) => {
              const key = candidateKey(candidate.code, candidate.swap);
              return (
                <Radio
                  key={key}
                  value={key}
                  label={`${letterOf(place)}: ${coverageControls.reference(candidate)}`}
                  description={`Puts the centre of the data ${distanceWords(candidate)}`}
                />
              );
            })}
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={isPending}>
            Read it like this
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** A place on the sketch, in degrees; longitude as 0 to 360. */
interface SketchedPlace {
  readonly longitude: number;
  readonly latitude: number;
  /** The text beside it: `A`. */
  readonly letter: string;
}

/** The area shown, in degrees: New Zealand with the Chathams. Degrees of longitude are drawn narrower than those of latitude. */
const shown = { west: 165, east: 184.5, south: -48, north: -33.5 };
const narrower = Math.cos((41 * Math.PI) / 180);
const [width, height] = [(shown.east - shown.west) * narrower, shown.north - shown.south];

const xOf = (longitude: number) => (((longitude + 360) % 360) - shown.west) * narrower;
const yOf = (latitude: number) => shown.north - latitude;

interface SketchProps {
  readonly places?: readonly SketchedPlace[];
  /** The extent of a file. */
  readonly box?: Pick<Location, 'west' | 'east' | 'south' | 'north'>;
}

/** A box smaller than this is drawn larger, to be seen; degrees. */
const leastBox = 0.35;

/** An outline of New Zealand with places or an extent on it. The text beside it says the same. */
export function Sketch({ places = [], box }: SketchProps) {
  const land = useLandPath();
  return (
    <svg className={styles.sketch} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect className={styles.sea} width={width} height={height} />
      <path className={styles.land} d={land} />
      {box !== undefined && <Box {...box} />}
      {places.map(({ longitude, latitude, letter }) => (
        <g key={letter} transform={`translate(${xOf(longitude)} ${yOf(latitude)})`}>
          <circle className={styles.place} r="0.3" />
          <text className={styles.letter} x="0.45" y="0.3">
            {letter}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Box({ west, east, south, north }: NonNullable<SketchProps['box']>) {
  const [wide, high] = [Math.max(xOf(east) - xOf(west), leastBox), Math.max(north - south, leastBox)];
  const [x, y] = [(xOf(west) + xOf(east) - wide) / 2, (yOf(north) + yOf(south) - high) / 2];
  return <rect className={styles.box} x={x} y={y} width={wide} height={high} />;
}

function useLandPath(): string {
  const [path, setPath] = useState('');
  useEffect(() => {
    const control = new AbortController();
    fetchLand(control.signal).then(setPath, () => {
      // the text beside the sketch says the same
    });
    return () => control.abort();
  }, []);
  return path;
}

async function fetchLand(signal: AbortSignal): Promise<string> {
  const response = await fetch('/land/nz.json', { signal });
  const land = response.ok ? parsePackedLand(await response.json()) : undefined;
  const islands = land === undefined ? [] : unpackLand(land);
  const point = ([latitude, longitude]: [number, number]) => `${xOf(longitude).toFixed(2)} ${yOf(latitude).toFixed(2)}`;
  return islands.map((island) => `M${island.map(point).join('L')}Z`).join('');
}
