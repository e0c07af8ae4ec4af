/** Follows the pages of a provider like a browser, with its cookies. @returns where the provider sends the browser back to */
export async function visitProvider(begin: string, baseUrl: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = begin;
  for (let step = 0; step < 10; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(baseUrl)) return url;
  }
  throw new Error('The provider does not stop redirecting.');
}
