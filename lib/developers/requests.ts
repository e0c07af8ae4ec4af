import type { Endpoint, SampleBody } from './endpoints.ts';

/** A request as it is sent. The key is never part of it: snippets read it from the environment. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly isKeyed: boolean;
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
  const url = `${baseUrl}${target}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return { method, url, isKeyed, body: method === 'POST' ? body : undefined };
}
