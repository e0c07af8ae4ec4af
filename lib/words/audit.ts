import { differencesOf } from '#lib/audit/difference.ts';

const subjects: Readonly<Record<string, string>> = {
  registrar: 'Registrar',
  network: 'Network',
  user: 'User',
  key: 'Key',
  provider: 'Provider',
};

const verbs: Readonly<Record<string, string>> = {
  add: 'added',
  change: 'changed',
  remove: 'removed',
  issue: 'issued',
  import: 'imported',
  revoke: 'revoked',
  retire: 'retired',
  revive: 'brought back',
  apply: 'details applied',
  defaults: 'default speeds changed',
  'alias-add': 'other name added',
  'alias-remove': 'other name removed',
};

/** What was done, by its action in the audit log: `Network added`. One without words of its own stays as it is. */
export function actionWords(action: string): string {
  const [subject = '', verb = ''] = action.split('.');
  const [what, done] = [subjects[subject], verbs[verb]];
  return what === undefined || done === undefined ? action : `${what} ${done}`;
}

/** The fields of records as the screens call them. */
const fields: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  contactEmail: 'Contact email',
  organisation: 'Organisation',
  note: 'Note',
  perSecond: 'Requests a second',
  perDay: 'Requests a day',
  enabled: 'Enabled',
  networks: 'Networks',
  network: 'Network',
  validFrom: 'Valid from',
  validUntil: 'Valid until',
  label: 'Label',
  expiresAt: 'Expires',
  revokedAt: 'Revoked',
  origins: 'Web origins',
  scopes: 'May be used for',
  url: 'Website',
  wholesaleNetwork: 'Wholesale network',
  alias: 'Other name',
  keys: 'Keys',
};

/** A change as sentences, one for each field: `Note: “Ring before nine”, was empty`. */
export function changeWords(before: string | null, after: string | null): string[] {
  return differencesOf(before, after).flatMap(({ field, before: was, after: is }) => {
    const name = field === '' ? '' : `${fields[field] ?? field}: `;
    const [had, has] = [quoted(was), quoted(is)];
    // what was empty when it was added is not worth a line
    if (before === null) return has === empty ? [] : [`${name}${has}`];
    if (after === null) return had === empty ? [] : [`${name}was ${had}`];
    return [`${name}${has}, was ${had}`];
  });
}

const empty = 'empty';

function quoted(text: string | undefined): string {
  return text === undefined || text === '–' || text === '' ? empty : text;
}
