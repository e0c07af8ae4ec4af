import { z } from 'zod';
import { line, requiredLine, rowId } from '#app/admin/form-fields.ts';
import { carriedFields } from '#db/broadband/provider-offers.ts';
import { parseUrl } from '#lib/broadband/import/offers/field-values.ts';
import { wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';

/** What the form of a provider gives. */
export interface ProviderValues extends Record<string, unknown> {
  readonly name: string;
  readonly url: string;
  readonly wholesaleNetwork: string;
}

const url = line(500).refine(
  (text) => text === '' || parseUrl(text).ok,
  'Please write an address that begins with http:// or https://, or leave this empty.',
);

export const providerFields = z.object({
  name: requiredLine(200).transform((text) => text.normalize('NFC')),
  url,
  wholesaleNetwork: z.enum(wholesaleNetworks, 'Please choose one of these.'),
});

/** What the form of an alias gives. */
export interface AliasValues extends Record<string, unknown> {
  readonly alias: string;
}

export const aliasFields = z.object({
  id: rowId,
  alias: requiredLine(200).transform((text) => text.normalize('NFC')),
});

/** What is to be carried by the published offers, beside the name. */
export interface ApplyValues extends Record<string, unknown> {
  readonly fields: string[];
}

export const applyFields = z.object({
  id: rowId,
  fields: z.array(z.enum(carriedFields, 'Please choose from these.')).transform((fields) => [...new Set(fields)]),
});
