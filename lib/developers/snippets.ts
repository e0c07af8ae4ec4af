import type { Endpoint, SampleBody } from './endpoints.ts';

/** The languages in which a request is shown, with the interpreter that runs each snippet. */
export const snippetLanguages = ['curl', 'JavaScript', 'Python', 'PHP'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** The environment variable that has the key in every snippet, so that no key is typed into a program. */
export const keyVariable = 'WATEA_KEY';

const writers: Readonly<Record<SnippetLanguage, (call: ApiCall) => string>> = { curl, JavaScript, Python, PHP };

/** A request in a language, complete: it runs as it is printed, with nothing to install. */
export function snippetOf(language: SnippetLanguage, call: ApiCall): string {
  return writers[language](call);
}

function curl(call: ApiCall): string {
  const { url, isKeyed, headers, body } = call;
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [
    // -g: brackets are part of the address
    'curl -g',
    ...(isKeyed ? [`-H "X-Api-Key: $${keyVariable}"`] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body.text)}`]),
    quoted(url),
  ];
  return parts.join(' \\\n  ');
}

function JavaScript(call: ApiCall): string {
  const { url, method, isKeyed, body } = call;
  const headers = [
    ...(isKeyed ? [`'X-Api-Key': process.env.${keyVariable}`] : []),
    ...call.headers.map(([name, value]) => `${jsText(name)}: ${jsText(value)}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: ${jsText(body.text)},`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${jsText(url)}${given});\nconsole.log(await response.text());`;
}

function Python(call: ApiCall): string {
  const { url, isKeyed, body } = call;
  const headers = [
    ...(isKeyed ? [`"X-Api-Key": os.environ["${keyVariable}"]`] : []),
    ...call.headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const given = [
    `    ${JSON.stringify(url)},`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=${JSON.stringify(body.text)}.encode(),`]),
  ];
  const imports = [...(isKeyed ? ['import os'] : []), 'import urllib.request'];
  const request = `request = urllib.request.Request(\n${given.join('\n')}\n)`;
  const answer = 'with urllib.request.urlopen(request) as response:\n    print(response.read().decode())';
  return `${imports.join('\n')}\n\n${request}\n${answer}`;
}

function PHP(call: ApiCall): string {
  const { url, method, isKeyed, body } = call;
  const headers = [
    ...(isKeyed ? [`'X-Api-Key: ' . getenv('${keyVariable}')`] : []),
    ...call.headers.map(([name, value]) => phpText(`${name}: ${value}`)),
  ];
  const options = [
    `    'method' => '${method}',`,
    ...(headers.length === 0 ? [] : [`    'header' => [${headers.join(', ')}],`]),
    ...(body === undefined ? [] : [`    'content' => ${phpText(body.text)},`]),
    "    'ignore_errors' => true,",
  ];
  const context = `$context = stream_context_create(['http' => [\n${options.join('\n')}\n]]);`;
  return `<?php\n${context}\necho file_get_contents(${phpText(url)}, false, $context);`;
}

/** A text in single quotes, which neither language expands. */
function jsText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

/** PHP knows no \n in single quotes; a line break may be part of the text. */
function phpText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A request as it is sent. The key is never part of it: snippets read it from the environment. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly isKeyed: boolean;
  /** All but the key. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SampleBody | undefined;
}

type Asked = Pick<Endpoint, 'method' | 'path' | 'parameters' | 'isKeyed'>;

/** The request of an endpoint with these values of its parameters. Empty ones are left out; a list has one a line. */
export function callOf(
  { method, path, parameters, isKeyed }: Asked,
  values: Readonly<Record<string, string>>,
  body: SampleBody | undefined,
  baseUrl: string,
): ApiCall {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = parameters
    .filter((one) => one.in === 'query')
    .flatMap(({ name, schema }) => {
      const value = values[name] ?? '';
      const isList = 'type' in schema && schema.type === 'array';
      const given = isList ? value.split('\n').map((line) => line.trim()) : [value];
      return given.filter((one) => one !== '').map((one) => `${name}=${encodeURIComponent(one)}`);
    });
  const headers = parameters
    .filter((one) => one.in === 'header')
    .map(({ name }) => [name, (values[name] ?? '').trim()] as const)
    .filter(([, value]) => value !== '');
  const url = `${baseUrl}${target}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  if (method === 'GET' || body === undefined) return { method, url, isKeyed, headers, body: undefined };
  return { method, url, isKeyed, headers: [...headers, ['Content-Type', body.type]], body };
}
