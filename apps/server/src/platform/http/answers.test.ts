import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorBody } from '@simiente/contract/common/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApplication, type TestApplication } from '../../testing/application.ts';
import { addExam, addFile, addPatient } from '../../testing/records.ts';
import { securityHeaders } from './security-headers.ts';

let testApp: TestApplication;
let fileId: string;
const cleanUps: (() => Promise<void>)[] = [];

const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">1</script>';

beforeAll(async () => {
  const whenDone = (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp);
  const webFolder = await mkdtemp(path.join(tmpdir(), 'simiente-web-'));
  whenDone(() => rm(webFolder, { recursive: true }));
  await mkdir(path.join(webFolder, 'assets'));
  await writeFile(path.join(webFolder, 'index.html'), PAGE);
  await writeFile(path.join(webFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(webFolder, 'robots.txt'), 'User-agent: *\nDisallow: /\n');
  await writeFile(path.join(webFolder, 'assets', 'main-abc.js'), '1');
  testApp = await startApplication({ webFolder, secure: true }, whenDone);
  const { database, store, app } = testApp;
  const patientId = await addPatient(database.db);
  fileId = await addFile(database.db, store);
  await addExam(database.db, patientId, { fileId });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/** Sends raw bytes, and reads everything until the server closes. */
async function sendRaw(bytes: string): Promise<{ status: number; text: string; body: string }> {
  const { port } = testApp.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const [text = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text: text.toLowerCase(), body };
}

const { 'content-security-policy': _, ...commonHeaders } = securityHeaders(true);
const page = { accept: 'text/html' };

describe('T-E3: the security headers of an answer', () => {
  const requests: [string, number, Parameters<TestApplication['staff']['request']>[0]][] = [
    ['a call', 200, { url: '/v1/user/list' }],
    ['health', 200, { url: '/health/live' }],
    ['a session', 200, { url: '/api/auth/get-session' }],
    ['a file', 200, { url: '/v1/files/:file' }],
    ['the page', 200, { url: '/pacientes', headers: page }],
    ['a script', 200, { url: '/assets/main-abc.js' }],
    ['the icon', 200, { url: '/favicon.svg' }],
    ['the file for search engines', 200, { url: '/robots.txt' }],
    ['the description of the API', 200, { url: '/openapi.json' }],
    ['the pages of the API', 200, { url: '/docs' }],
    ['a script of these pages', 200, { url: '/docs/static/swagger-initializer.js' }],
    ['a redirection', 302, { url: '/docs/static/index.html' }],
    ['a HEAD', 200, { url: '/favicon.svg', method: 'HEAD' }],
    ['an invalid input', 400, { url: '/v1/user/list?limit=x' }],
    ['a malformed address', 400, { url: '/%' }],
    ['a missing session', 401, { url: '/v1/user/list', headers: { cookie: '' } }],
    ['another origin', 403, { url: '/v1/user/list', headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a file that is not there', 404, { url: '/v1/files/nada' }],
    ['a script that is not there', 404, { url: '/assets/nada.js' }],
    ['another method', 404, { url: '/v1/user/list', method: 'DELETE' }],
    ['a preflight', 404, { url: '/v1/user/list', method: 'OPTIONS' }],
    ['too large a body', 413, { url: '/v1/search', method: 'POST', payload: 'x'.repeat(1e6) }],
    ['a body of another type', 415, { url: '/v1/search', method: 'POST', payload: 'hola' }],
  ];

  test.each(requests)('%s: %i', async (_name, status, request) => {
    const url = String(request.url).replace(':file', fileId);
    const type = request.payload === 'hola' ? 'text/plain' : 'application/json';
    const sent = request.payload === undefined ? {} : { 'content-type': type };
    const { headers, statusCode } = await testApp.staff.request({
      ...request,
      url,
      headers: { ...sent, ...(request.headers ?? {}) },
    });
    expect(statusCode).toBe(status);
    const policy = String(headers['content-security-policy']);
    // Our pages show the PDF of an exam in a frame, beside the form of its values.
    const isPdf = headers['content-type'] === 'application/pdf' && url.startsWith('/v1/files/');
    const expected = isPdf ? { ...commonHeaders, 'x-frame-options': 'SAMEORIGIN' } : commonHeaders;
    expect(headers).toMatchObject(expected);
    const frames = `frame-ancestors ${isPdf ? "'self'" : "'none'"}`;
    for (const directive of ["default-src 'none'", frames, "base-uri 'none'"]) {
      expect(policy.split(/; ?/)).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    if (!url.startsWith('/v1/files/')) expect(policy).not.toContain('unsafe');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    if (statusCode >= 400) expect(headers['cache-control']).toBe('no-store');
  });

  test('are sent with an endless event stream', async () => {
    const answer = await testApp.staff.request({ url: '/v1/events', payloadAsStream: true });
    answer.stream().destroy();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ ...securityHeaders(true), 'cache-control': 'no-store' });
  });

  const host = 'host: localhost\r\nconnection: close\r\n';
  const unreadable: [string, number, string][] = [
    ['bytes that are not HTTP', 400, 'hola\r\n\r\n'],
    ['TLS on a port without TLS', 400, '\u0016\u0003\u0001\u0002\u0000\r\n\r\n'],
    ['an unknown method', 400, `MIRA / HTTP/1.1\r\n${host}\r\n`],
    ['a header with a NUL', 400, `GET /health/live HTTP/1.1\r\n${host}a: \u0000\r\n\r\n`],
    ['no host', 400, 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two hosts', 400, `GET /health/live HTTP/1.1\r\n${host}host: localhost\r\n\r\n`],
    ['two hosts by HTTP/1.0', 400, `GET /health/live HTTP/1.0\r\n${host}Host: otro\r\n\r\n`],
    ['an invalid host', 400, 'GET / HTTP/1.1\r\nhost: a/b@c\r\nconnection: close\r\n\r\n'],
    ['a list of hosts', 400, 'GET / HTTP/1.1\r\nhost: a, b\r\nconnection: close\r\n\r\n'],
    [
      'two lengths, of which a proxy may believe the other',
      400,
      `POST /v1/search HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
    ],
    [
      'a length and chunks',
      400,
      `POST /v1/search HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'headers without an end',
      431,
      `GET /health/live HTTP/1.1\r\n${host}a: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
  ];

  test.each(unreadable)('%s: %i', async (_name, status, bytes) => {
    const answer = await sendRaw(bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ ...errorBody('BAD_REQUEST'), status });
    for (const [name, value] of Object.entries(securityHeaders(true))) {
      expect(answer.text).toContain(`${name}: ${value}`.toLowerCase());
    }
    expect(answer.text).toContain('cache-control: no-store');
    expect(answer.text).not.toMatch(/server:|x-powered-by/);
  });

  test('an unknown Expect header is ignored', async () => {
    const answer = await sendRaw(`GET /health/live HTTP/1.1\r\n${host}expect: el-milagro\r\n\r\n`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("default-src 'none'");
  });

  test('HSTS is left out if clients do not use TLS', async () => {
    expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security');
    expect(securityHeaders(true)['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });
});

describe('T-E2: the HTML page', () => {
  const load = () => testApp.app.inject({ url: '/pacientes', headers: page });

  test('the page runs only scripts and styles with a nonce that is new in each answer', async () => {
    const answers = [await load(), await load()];
    const nonces = answers.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy']);
      const [, script] = /script-src 'self' 'nonce-([^']+)';/.exec(policy) ?? [];
      const [, style] = /style-src 'self' 'nonce-([^']+)';/.exec(policy) ?? [];
      expect(script).toBe(style);
      expect(Buffer.from(script ?? '', 'base64')).toHaveLength(16);
      expect(body).toBe(PAGE.replaceAll('__CSP_NONCE__', script ?? ''));
      return script;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('the page with its nonce is not cached', async () => {
    expect((await load()).headers['cache-control']).toBe('no-store');
  });
});

describe('T-J3: files outside the app', () => {
  test.each([
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%5cindex.html',
    '/assets/....//index.html',
    '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd',
    '/assets//etc/passwd',
    '/assets/main-abc.js.map',
    '/assets/main-abc.js%00.css',
    '/assets/.env',
    '/assets/',
    '/assets',
    '/index.html',
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/.vite/manifest.json',
    '/package.json',
    '/node_modules/fastify/package.json',
    '/server-status',
    '/debug',
    '/debug/pprof',
    '/metrics',
    '/graphql',
    '/docs/static/../../package.json',
    '/docs/static/%2e%2e%2fpackage.json',
    '/documentation',
    '/swagger.json',
  ])('%s returns a 404', async (url) => {
    const answer = await testApp.staff.request({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(errorBody('ROUTE_NOT_FOUND'));
  });

  test('a navigation to such a path shows our page, and nothing of the disk', async () => {
    for (const url of ['/.git/config', '/.env', '/package.json']) {
      const { body } = await testApp.app.inject({ url, headers: page });
      expect(body).toMatch(/^<!doctype html><meta property="csp-nonce"/);
    }
  });
});
