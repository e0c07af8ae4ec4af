/** The licences under which coverage can be offered, by their SPDX identifiers, the usual one of New Zealand's agencies first. */
export const licences = {
  'CC-BY-4.0': {
    title: 'Creative Commons Attribution 4.0 International',
    url: 'https://creativecommons.org/licenses/by/4.0/',
  },
  'CC-BY-SA-4.0': {
    title: 'Creative Commons Attribution-ShareAlike 4.0 International',
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  },
  'CC-BY-NC-4.0': {
    title: 'Creative Commons Attribution-NonCommercial 4.0 International',
    url: 'https://creativecommons.org/licenses/by-nc/4.0/',
  },
  'CC0-1.0': {
    title: 'Creative Commons Zero 1.0 Universal',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
  'ODbL-1.0': {
    title: 'Open Data Commons Open Database License 1.0',
    url: 'https://opendatacommons.org/licenses/odbl/1-0/',
  },
} as const satisfies Record<string, Licence>;

export interface Licence {
  readonly title: string;
  readonly url: string;
}

export type LicenceId = keyof typeof licences;

export const licenceIds = Object.keys(licences) as readonly LicenceId[];

/** Under what files are offered. */
export interface DataTerms {
  readonly licence: Licence;
  /** Whom to name where the data are used. */
  readonly attribution: string;
}
