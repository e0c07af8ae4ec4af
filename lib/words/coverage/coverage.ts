import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { counted } from '#lib/counted.ts';
import { areaChange, lossDetails } from '#lib/words/areas.ts';
import type { Controls } from '#lib/words/controls.ts';

interface NamedLayer {
  readonly technology: string;
  readonly provider: string;
  readonly delivery: string;
}

interface OfVersion {
  readonly versionId: number;
}

interface Conflict extends OfVersion {
  readonly baseId: number | undefined;
  readonly publishedId: number | undefined;
  readonly technology: string;
  readonly provider: string;
}

interface Outdated extends OfVersion {
  readonly baseId: number | null | undefined;
  readonly publishedId: number | undefined;
}

interface Rebuilt extends Outdated {
  readonly baseId: number | undefined;
  readonly rebuiltId: number;
}

interface TakenName {
  /** As it was given. */
  readonly name: string;
  /** Whose name or alias it is. */
  readonly provider: string;
  readonly isAlias: boolean;
  readonly isRetired: boolean;
}

/** Why something about coverage, providers or technologies is refused. */
export const coverageWords = {
  'no-such-version': ({ versionId }: OfVersion) => `There is no coverage version ${versionId}.`,
  'version-unfinished': ({ versionId }: OfVersion) => `Coverage version ${versionId} is still being made.`,
  'version-without-index': ({ versionId }: OfVersion) =>
    `Coverage version ${versionId} has no cell index any more, so it cannot answer. Publish it again, and it can be kept.`,
  'version-never-published': ({ versionId }: OfVersion) =>
    `Coverage version ${versionId} was never published: only published versions can be exported or kept.`,
  'version-published': ({ versionId }: OfVersion) =>
    `Coverage version ${versionId} is published: publish another version, or roll back, before you delete it.`,
  'version-waited-on': ({ versionId, waitingId }: OfVersion & { waitingId: number }) =>
    `Version ${waitingId} was made on version ${versionId}: publish or delete version ${waitingId} first.`,
  'version-of-retired': ({ versionId, retired }: OfVersion & { retired: string }) =>
    `Version ${versionId} has layers of ${retired}, which is retired: bring it back first.`,
  'nothing-published': () => 'No coverage is published.',
  'nothing-published-before': ({ versionId }: OfVersion) => `Nothing was published before version ${versionId}.`,
  'published-since': ({ publishedId, from }: { publishedId: number; from: number }) =>
    `Version ${publishedId} has replaced version ${from} since: check it before you roll back.`,
  'base-gone': ({ versionId, baseId }: OfVersion & { baseId: number }) =>
    `Version ${versionId} was made on version ${baseId}, which no longer exists: import its file again.`,
  'changes-conflict': ({ versionId, baseId, publishedId, technology, provider }: Conflict) =>
    `Version ${versionId} was made on ${versionWords(baseId)}, but ${versionWords(publishedId)} has been published since, and both change ${technology} of ${provider}. Import the file again to replace it.`,
  'version-rebuilt': ({ versionId, baseId, publishedId, rebuiltId }: Rebuilt, { publish }: Controls) =>
    `${outdatedWords({ versionId, baseId, publishedId })} Version ${rebuiltId} has its changes on top of that${publish(rebuiltId)}`,
  'losses-unconfirmed': (
    { versionId, losses }: OfVersion & { losses: readonly LargeLoss[] },
    { publishAnyway }: Controls,
  ) => `Version ${versionId} would take away ${lossDetails(losses)}.${publishAnyway(versionId)}`,
  'figures-busy': () => 'Another process is measuring or drawing coverage: please try again when it has finished.',
  'open-data-without-licence': () => 'Choose a licence before the coverage is offered.',
  'open-data-without-attribution': () =>
    'Say in the attribution whom others should name before the coverage is offered.',
  'open-data-busy': () => 'Another process is making the files of open data: please try again when it has finished.',
  'area-changes': ({ area }: { area: ComparedArea }) => areaChange(area),
  'no-such-layer': ({ versionId, layerId }: OfVersion & { layerId: number }, { listLayers }: Controls) =>
    `The published version ${versionId} has no layer ${layerId}${listLayers}.`,
  'coverage-disk-full': () => 'The disk is full: nothing was changed. Free some space, then try again.',
  'not-days': ({ most }: { most: number }) => `Enter a whole number of days from 1 to ${most.toLocaleString('en-NZ')}.`,

  'export-exists': ({ file }: { file: string }) => `${file} already exists: choose another file.`,
  'export-disk-full': ({ file }: { file: string }) =>
    `The disk is full: ${file} was not written. Free some space, then try again.`,
  'export-unwritable': ({ file, cause }: { file: string; cause: string }) => `${file} cannot be written (${cause}).`,
  'exports-busy': () => 'Other downloads of coverage are being prepared: please try again in a minute.',
  'export-failed': ({ versionId }: OfVersion) =>
    `Coverage version ${versionId} could not be exported: please try again.`,

  'provider-gone': () => 'This provider does not exist.',
  'no-such-provider': ({ name }: { name: string }) => `There is no provider called ${name}: check the spelling.`,
  'provider-name-taken': ({ name, provider, isAlias, isRetired }: TakenName) => {
    const taken = isAlias
      ? `${name} is already another name of ${provider}`
      : `There is already a provider called ${provider}`;
    return isRetired ? `${taken}, which is retired.` : `${taken}.`;
  },
  'no-such-alias': ({ provider, alias }: { provider: string; alias: string }) => `${provider} has no alias ${alias}.`,
  'provider-without-url': ({ provider }: { provider: string }) => `${provider} has no web address to apply.`,
  'provider-applied-already': ({ provider }: { provider: string }) =>
    `All published offers of ${provider} have these details already.`,
  'not-a-web-address': () => 'Enter an address that begins with http:// or https://, or leave this empty.',

  'technology-gone': () => 'This technology does not exist.',
  'no-such-technology': ({ name }: { name: string }) => `There is no technology called ${name}.`,
  'technology-name-taken': ({ name, isRetired }: { name: string; isRetired: boolean }) =>
    `There is already a technology called ${name}${isRetired ? ', which is retired: bring it back instead' : ''}.`,
  'set-id-taken': ({ setId, technology }: { setId: number; technology: string }) =>
    `${setId} is the number of ${technology}; numbers are never used twice.`,
  'not-an-order': ({ technologies }: { technologies: readonly string[] }) =>
    `The order must have each technology in use once: ${technologies.join(', ')}.`,
  'offers-published': ({ name, offers }: { name: string; offers: number }) =>
    `${name} has ${counted(offers, 'published offer')}: retire its layers and publish that first.`,
  'not-a-speed': () => 'Enter a number of megabits per second without commas, such as 1000 or 0.5.',
  'not-a-colour': () => 'Enter a colour such as #3f64f9, or leave this empty for the default.',
  'not-a-set-id': ({ most }: { most: number }) =>
    `Enter a whole number from 1 to ${most.toLocaleString('en-NZ')}, or leave this empty for the next one.`,
} as const;

/** Why a version must be rebuilt: `Version 3 was made on version 1, but version 2 has been published since.` */
export function outdatedWords({ versionId, baseId, publishedId }: Outdated): string {
  return `Version ${versionId} was made on ${versionWords(baseId)}, but ${versionWords(publishedId)} has been published since.`;
}

/** `version 3`, or `no version` before the first was published. */
export function versionWords(id: number | null | undefined): string {
  return id === undefined || id === null ? 'no version' : `version ${id}`;
}

/** `Fibre of Example, delivery "towns"`. */
export function layerWords({ technology, provider, delivery }: NamedLayer): string {
  return `${technology} of ${provider}, delivery "${delivery}"`;
}
