'use server';

import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { requireProvider } from '#db/broadband/providers.ts';
import { addJob } from '#db/jobs/jobs.ts';
import {
  addAlias as add,
  changeProvider,
  addProvider as create,
  removeAlias as remove,
  retireProvider as retire,
  reviveProvider as revive,
} from '#flows/broadband/provider-changes.ts';
import type { ProviderApplyParameters } from '#server/jobs/provider-apply.ts';
import {
  type AliasValues,
  type ApplyValues,
  aliasFields,
  applyFields,
  type ProviderValues,
  providerFields,
} from './forms.ts';

/** Adds a provider; gives its number. */
export async function addProvider(values: ProviderValues): Promise<ActionResult<number>> {
  return await change('editor', providerFields, values, (db, details, by) => create(db, details, by));
}

/** Changes what is said about a provider. */
export async function saveProvider(id: number, values: ProviderValues): Promise<ActionResult<undefined>> {
  const fields = providerFields.extend({ id: rowId });
  return await change('editor', fields, { ...values, id }, (db, { id: providerId, ...details }, by) => {
    changeProvider(db, providerId, details, by);
    return undefined;
  });
}

/** Adds another name by which files call a provider. */
export async function addAlias(id: number, values: AliasValues): Promise<ActionResult<undefined>> {
  return await change('editor', aliasFields, { ...values, id }, (db, { id: providerId, alias }, by) => {
    add(db, providerId, alias, by);
    return undefined;
  });
}

/** Takes another name of a provider away. */
export async function removeAlias(id: number, alias: string): Promise<ActionResult<undefined>> {
  return await change('editor', aliasFields, { id, alias }, (db, given, by) => {
    remove(db, given.id, given.alias, by);
    return undefined;
  });
}

/** Retires a provider of whom nothing is published. */
export async function retireProvider(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, providerId, by) => {
    retire(db, providerId, by);
    return undefined;
  });
}

/** Brings a retired provider back. */
export async function reviveProvider(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, providerId, by) => {
    revive(db, providerId, by);
    return undefined;
  });
}

/** Has a version made in which the provider's published offers carry what is said of it now; gives the work's number. */
export async function applyProvider(id: number, values: ApplyValues): Promise<ActionResult<number>> {
  return await change('editor', applyFields, { ...values, id }, (db, { id: providerId, fields }, by) => {
    const { name } = requireProvider(db, providerId);
    const parameters: ProviderApplyParameters = { providerId, fields };
    return addJob(db, { kind: 'provider apply', title: `${name} as it is now, in what is published`, parameters }, by);
  });
}
