'use client';

import { type FormEvent, useState } from 'react';
import { CodeBlock } from '#components/developers/markdown/CodeBlock.tsx';
import { Button } from '#components/ui/Button.tsx';
import { TextArea, TextField } from '#components/ui/TextField.tsx';
import type { Endpoint } from '#lib/developers/endpoints.ts';
import { type ApiCall, callOf } from '#lib/developers/snippets.ts';
import styles from './endpoint.module.css';
import { Snippets } from './Snippets.tsx';
import { WithCode } from './WithCode.tsx';

interface TryItProps {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'parameters' | 'isKeyed' | 'bodyTypes' | 'sample'>;
  readonly baseUrl: string;
}

/** A form that makes a request, shows it in every language, and sends it with the visitor's own key. */
export function TryIt({ endpoint, baseUrl }: TryItProps) {
  const { sample, parameters, isKeyed, method } = endpoint;
  const [values, setValues] = useState(sample.values);
  const [body, setBody] = useState(sample.body?.text ?? '');
  const [key, setKey] = useState('');
  const [answer, setAnswer] = useState<ShownAnswer>();
  const [isPending, setPending] = useState(false);
  const sent = sample.body && { type: sample.body.type, text: body };
  const call = callOf(endpoint, values, sent, baseUrl);

  async function send(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    setAnswer(await sendCall(call, baseUrl, key));
    setPending(false);
  }

  return (
    <div className={styles.try}>
      <form onSubmit={send}>
        {parameters.map(({ name, description, required, schema }) => {
          const isList = 'type' in schema && schema.type === 'array';
          const Field = isList ? TextArea : TextField;
          return (
            <Field
              key={name}
              label={required ? `${name} (required)` : name}
              hint={<WithCode text={isList ? `${description} One a line.` : description} />}
              value={values[name] ?? ''}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
            />
          );
        })}
        {sent !== undefined && method === 'POST' && (
          <TextArea
            label={`Body, ${sent.type}`}
            rows={4}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        )}
        {isKeyed && (
          <TextField
            label="Your key"
            hint="Sent from this page to the API, and stored nowhere."
            value={key}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        )}
        <div>
          <Button type="submit" aria-disabled={isPending}>
            Send
          </Button>
        </div>
      </form>
      <Snippets call={call} />
      <div role="status" className={styles.answer}>
        {answer !== undefined && <Answer {...answer} />}
      </div>
    </div>
  );
}

function Answer({ line, headers, body }: ShownAnswer) {
  return (
    <>
      <p>
        <strong>{line}</strong>
      </p>
      {headers !== '' && <CodeBlock text={headers} />}
      {body !== '' && <CodeBlock text={body} />}
    </>
  );
}

/** An answer as it is shown. */
interface ShownAnswer {
  /** Its status. */
  readonly line: string;
  readonly headers: string;
  readonly body: string;
}

/** The longest body that is shown, in characters. */
const mostShown = 20_000;

/** Sends a request from this page. The key goes into a header, never into the address. */
async function sendCall({ url, method, isKeyed, headers: given, body }: ApiCall, baseUrl: string, key: string) {
  const headers = { ...Object.fromEntries(given), ...(isKeyed && key !== '' && { 'X-Api-Key': key.trim() }) };
  try {
    // the page may be open at another name of this server
    const target = url.slice(baseUrl.length);
    const answer = await fetch(target, { method, headers, ...(body !== undefined && { body: body.text }) });
    return await shown(answer);
  } catch {
    return { line: 'The server did not answer. Check your connection and try again.', headers: '', body: '' };
  }
}

async function shown(answer: Response): Promise<ShownAnswer> {
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
  const body = await bodyWords(answer, type);
  return {
    line: `${answer.status} ${answer.statusText}`.trim(),
    headers: [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: body.length > mostShown ? `${body.slice(0, mostShown)}\n…` : body,
  };
}

async function bodyWords(answer: Response, type: string): Promise<string> {
  if (type.endsWith('sqlite3')) return `${(await answer.arrayBuffer()).byteLength.toLocaleString('en-NZ')} bytes`;
  const text = await answer.text();
  return /[/+]json$/.test(type) && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
}
