import { sendRaw } from './tests/support/http.ts';
import { keys } from './tests/support/fixture.ts';
const [a,b] = process.argv.slice(2).map(Number);
const k = keys.plain;
const H = 'Host: x\r\nConnection: close\r\n';
const reqs: [string,string][] = [
 ['PROPFIND', `PROPFIND /1.0/availability HTTP/1.1\r\n${H}\r\n`],
 ['TRACE', `TRACE /1.0/availability HTTP/1.1\r\n${H}\r\n`],
 ['CONNECT path', `CONNECT /1.0/availability HTTP/1.1\r\n${H}\r\n`],
 ['CONNECT auth', `CONNECT a.nz:443 HTTP/1.1\r\n${H}\r\n`],
 ['lower', `get /1.0/availability HTTP/1.1\r\n${H}\r\n`],
 ['unknown', `FOO /1.0/availability HTTP/1.1\r\n${H}\r\n`],
 ['QUERY', `QUERY /1.0/droplist HTTP/1.1\r\n${H}\r\n`],
 ['PRI', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
 ['OPTIONS', `OPTIONS /1.0/droplist HTTP/1.1\r\n${H}\r\n`],
 ['OPTIONS b', `OPTIONS /api/1.0/availability/yx/1/2 HTTP/1.1\r\n${H}\r\n`],
 ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${H}\r\n`],
 ['slash', `GET /1.0/droplist/ HTTP/1.1\r\n${H}\r\n`],
 ['/1.0', `GET /1.0 HTTP/1.1\r\n${H}\r\n`],
 ['/1.0/', `GET /1.0/ HTTP/1.1\r\n${H}\r\n`],
 ['/api', `GET /api HTTP/1.1\r\n${H}\r\n`],
 ['/api/', `GET /api/ HTTP/1.1\r\n${H}\r\n`],
 ['/api/1.0', `GET /api/1.0/availability/yx/-41/174/ HTTP/1.1\r\n${H}\r\n`],
 ['/api/1.0 3', `GET /api/1.0/availability/yx/-41/174/5?api_key=${k} HTTP/1.1\r\n${H}\r\n`],
 ['/api/1.0 2', `GET /api/1.0/availability/yx/-41?api_key=${k} HTTP/1.1\r\n${H}\r\n`],
 ['/%31.0/droplist', `GET /%31.0/droplist HTTP/1.1\r\n${H}\r\n`],
 ['/1.0%2fdroplist', `GET /1.0%2fdroplist HTTP/1.1\r\n${H}\r\n`],
 ['/1.0/droplist%3Fx', `GET /1.0/droplist%3Fx HTTP/1.1\r\n${H}\r\n`],
 ['PROPFIND 404', `PROPFIND /1.0/nothing HTTP/1.1\r\n${H}\r\n`],
 ['DELETE 404', `DELETE /1.0/nothing HTTP/1.1\r\n${H}\r\n`],
 ['abs', `GET http://evil.example:80/1.0/availability?string=active HTTP/1.1\r\n${H}\r\n`],
 ['abs https nopath', `GET https://evil.example?x=1 HTTP/1.1\r\n${H}\r\n`],
 ['abs ftp', `GET ftp://evil.example/1.0/droplist HTTP/1.1\r\n${H}\r\n`],
 ['expect foo', `GET /1.0/droplist HTTP/1.1\r\n${H}Expect: foo\r\n\r\n`],
 ['nohost', `GET /1.0/droplist HTTP/1.1\r\nConnection: close\r\n\r\n`],
 ['nohost1.0', `GET /1.0/droplist HTTP/1.0\r\n\r\n`],
 ['2host', `GET /1.0/droplist HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`],
 ['upgrade', `GET /1.0/droplist HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
 ['upgrade h2c', `GET /1.0/droplist HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n`],
 ['next-action', `POST /1.0/availability?string=active HTTP/1.1\r\n${H}Next-Action: 00abc\r\nContent-Length: 0\r\n\r\n`],
 ['rsc', `GET /1.0/availability?domains[]=active.nz&_rsc=1 HTTP/1.1\r\n${H}RSC: 1\r\nNext-Router-State-Tree: x\r\nNext-Router-Prefetch: 1\r\n\r\n`],
 ['rsc2', `GET /1.0/availability?domains[]=active.nz HTTP/1.1\r\n${H}RSC: 1\r\n\r\n`],
 ['nxtP', `GET /api/1.0/availability/yx/-41/174?nxtPy=9&nxtPx=1&y=3&x=4&api_key=${k} HTTP/1.1\r\n${H}x-matched-path: /1.0/droplist\r\nx-invoke-path: /1.0/droplist\r\nx-middleware-subrequest: 1\r\nx-nextjs-data: 1\r\nx-now-route-matches: 1=2\r\n\r\n`],
 ['%ZZ', `GET /1.0/availability?string=%ZZ HTTP/1.1\r\n${H}\r\n`],
 ['%ZZ path', `GET /1.0/availab%ZZility HTTP/1.1\r\n${H}\r\n`],
 ['locale', `GET /1.0/availability?__nextLocale=x&__nextDataReq=1&domains[]=active.nz HTTP/1.1\r\n${H}\r\n`],
 ['trailers', `POST /1.0/availability HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n11\r\ndomains[]=bla.nz&\r\n0\r\nX-T: 1\r\n\r\n`],
 ['TE+CL', `POST /1.0/availability HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Length: 4\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n0\r\n\r\n`],
 ['obs-fold', `GET /1.0/droplist HTTP/1.1\r\n${H}X-A: b\r\n c\r\n\r\n`],
 ['nul in header', `GET /1.0/droplist HTTP/1.1\r\n${H}X-A: b\0c\r\n\r\n`],
 ['8bit header', `GET /1.0/droplist HTTP/1.1\r\n${H}X-A: b\xffc\r\n\r\n`],
 ['garbage', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc`],
 ['8bit target', `GET /1.0/availability?string=m\xc4\x81ori HTTP/1.1\r\n${H}\r\n`],
];
const only = process.argv[4];
for (const [n, r] of reqs) {
  if (only && !n.includes(only)) continue;
  for (const [lane, p] of [['S', a], ['N', b]] as const) {
    let out: string; try { out = await sendRaw(p, Buffer.from(r,'latin1'), {quietMs: 1500}); } catch (e) { out = 'ERR '+e; }
    console.log(`--- ${n} ${lane}\n${out.replace(/Access-Control-Expose[^\n]*\n/,'').replace(/Date:[^\n]*\n/,'')}`);
  }
}
