import { createElement, Fragment } from 'react';
import type { AnswerField, AnswerForm } from '#lib/openapi/fields.ts';
import styles from './FieldTables.module.css';
import { WithCode } from './WithCode.tsx';

interface FieldTablesProps {
  readonly forms: readonly AnswerForm[];
}

/** What an answer consists of: a table of the fields of each form that it may have. */
export function FieldTables({ forms }: FieldTablesProps) {
  return (
    <div className={styles.forms} lang="en-NZ">
      {forms.map(({ description, fields }) => (
        <table key={description} className={styles.table}>
          <caption>
            <WithCode text={description} />
          </caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type and unit</th>
              <th scope="col">When it is there</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow key={field.path} field={field} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function FieldRow({ field: { path, type, presence, description } }: { readonly field: AnswerField }) {
  return (
    <tr>
      <th scope="row">
        <Path path={path} />
      </th>
      <td>
        <WithCode text={type} />
      </td>
      <td>
        <WithCode text={presence} />
      </td>
      <td>
        <WithCode text={description} />
      </td>
    </tr>
  );
}

/** A path that may break between its parts. */
function Path({ path }: { readonly path: string }) {
  const parts = path.split('.');
  // parts have no names; they never change places
  return (
    <code>{parts.map((part, at) => createElement(Fragment, { key: at }, at > 0 && '.', at > 0 && <wbr />, part))}</code>
  );
}
