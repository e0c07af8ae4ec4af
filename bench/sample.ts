/** Headers that bare `node:http` writes by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

/** What a contestant answers to some targets: the very status, headers and body that the bare server then sends. */
export async function sampleAnswers(port: number, targets: readonly string[]) {
  const answers = [];
  for (const target of targets) {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { 'accept-encoding': 'identity' } });
    const body = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !ownHeaders.has(name)));
    answers.push({ status: response.status, headers, body: body.toString('base64') });
  }
  return answers;
}
