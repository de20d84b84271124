import type { HTTPMethods } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { measureAudit } from '../../modules/audit/chain/sealer.ts';
import { jobs } from '../../schema/operation/installation.ts';
import { startApplication } from '../../testing/application.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addExam, addFile, addPatient } from '../../testing/records.ts';
import { measureJobs } from '../jobs/jobs.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'un secreto de las figuras';
const withToken = { authorization: `Bearer ${TOKEN}` };

/** The metrics by name and labels. */
function parseMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

async function readMetrics(metrics: { read(): Promise<string> }) {
  return parseMetrics(await metrics.read());
}

test('the metrics include answers, connections, and limited resources', async () => {
  const metrics = createMetrics('1.2.3');
  const { app, staff } = await startApplication({ metrics });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await staff.get('/v1/user/list');
  await staff.get('/v1/user/list?limit=0');
  const stream = await openEventStream(url, { cookie: staff.cookie });
  onTestFinished(() => stream.close());
  await stream.next('ready');
  const values = await readMetrics(metrics);
  const answers = (status: string) =>
    `simiente_http_request_duration_seconds_count{method="GET",route="/v1/user/list",status="${status}"}`;
  expect(values.get(answers('2xx'))).toBe(1);
  expect(values.get(answers('4xx'))).toBe(1);
  expect(values.get('simiente_event_streams')).toBe(1);
  expect(values.get('simiente_uploads')).toBe(0);
  expect(values.get('simiente_exports')).toBe(0);
  expect(values.get('simiente_build_info{version="1.2.3"}')).toBe(1);
  for (const state of ['in_use', 'idle', 'waiting']) {
    expect(values.get(`simiente_database_connections{state="${state}"}`)).toBeGreaterThanOrEqual(0);
  }
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
    expect(values.get(name)).toBeGreaterThanOrEqual(0);
  }
});

test('the metrics include the work of all processes: jobs, and the unsealed part of the audit', async () => {
  const metrics = createMetrics(undefined, LONG_WAIT.timeout);
  const { database, staff } = await startApplication({ metrics });
  const { db } = database;
  measureJobs(metrics, db);
  measureAudit(metrics, db, () => 0);
  await db.insert(jobs).values([
    { name: 'files.sweep', dueAt: new Date(), succeededAt: new Date(Date.now() - 60_000) },
    { name: 'never', dueAt: new Date(), failures: 3 },
  ]);
  // Nothing is sealed here: the audit has only the sign-in, and this read follows it.
  await staff.get('/v1/user/list');
  const values = await readMetrics(metrics);
  expect(values.get('simiente_job_failures{job="never"}')).toBe(3);
  expect(values.get('simiente_job_failures{job="files.sweep"}')).toBe(0);
  expect(values.get('simiente_job_seconds_since_success{job="files.sweep"}')).toBeGreaterThan(59);
  expect(values.has('simiente_job_seconds_since_success{job="never"}')).toBe(false);
  expect(values.get('simiente_audit_unsealed_seconds')).toBeGreaterThan(0);
});

test('the metrics count rejected requests', async () => {
  const metrics = createMetrics();
  const { app, signInAs } = await startApplication({
    metrics,
    streamLimits: {
      perSession: 1,
      perAccount: 100,
      total: 0,
      checkInterval: 1e6,
      heartbeatInterval: 1e6,
      maxAge: 1e6,
      maxBuffered: 1e6,
    },
  });
  const { cookie } = await signInAs('otra@simiente.example');
  expect((await app.inject({ url: '/v1/events', headers: { cookie } })).statusCode).toBe(503);
  expect((await readMetrics(metrics)).get('simiente_shed_total{place="event_streams"}')).toBe(1);
});

test('T-F4: the metrics contain no id, name or path, and a bounded number of labels', async () => {
  const metrics = createMetrics();
  const { app, staff, database, store } = await startApplication({ metrics });
  const id = await addPatient(database.db, { name: 'Zenaida Xochitl', phone: '5577771234' });
  const fileId = await addFile(database.db, store, { name: 'Zenaida.pdf' });
  await addExam(database.db, id, { fileId });
  const sendRequests = async (round: number) => {
    for (const url of [
      `/v1/user/get-one?idUser=${id}`,
      '/v1/user/list?search=zenaida',
      `/v1/files/${fileId}`,
      `/v1/files/zenaida${round}`,
      `/zenaida${round}`,
      `/v1/user/zenaida/${round}`,
      `/%zenaida${round}`,
      `/assets/zenaida${round}.js`,
      `/api/auth/zenaida${round}`,
    ]) {
      await staff.request({ url, headers: { 'user-agent': 'zenaida', 'x-request-id': 'zenaida' } });
    }
    await app.inject({ method: 'PROPFIND' as 'GET', url: `/zenaida${round}` });
    await app.inject({ method: 'SEARCH' as 'GET', url: '/v1/user/list' });
  };
  await sendRequests(0);
  const after = [...(await readMetrics(metrics)).keys()];
  for (let round = 1; round < 5; round += 1) await sendRequests(round);
  const text = await metrics.read();
  // Requests for arbitrary paths add no labels.
  expect([...parseMetrics(text).keys()]).toEqual(after);
  // A value may have any digits.
  const withoutValues = text.replaceAll(/^(?!#)(.*) \S+$/gm, '$1');
  expect(withoutValues).not.toMatch(/zenaida|xochitl|7777|mariana/i);
  for (const secret of [id, fileId, staff.id]) expect(text).not.toContain(secret);
  for (const [, method = '', url = ''] of text.matchAll(/method="(\w+)",route="([^"]*)"/g)) {
    expect(url === 'unknown' || app.hasRoute({ method: method as HTTPMethods, url })).toBe(true);
  }
});

test('metrics that time out are left out of the answer', async () => {
  const metrics = createMetrics();
  metrics.addGauge('broken', 'x', () => Promise.reject(new Error('no')));
  metrics.addGauges('broken_too', 'x', 'job', () => {
    throw new Error('no');
  });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  metrics.addGauge('stuck', 'x', () => new Promise(() => {}));
  metrics.addGauge('fine', 'x', () => 7);
  const reading = metrics.read();
  await vi.advanceTimersByTimeAsync(10_000);
  const values = parseMetrics(await reading);
  expect(values.get('fine')).toBe(7);
  expect(values.get('broken')).toBeNaN();
  expect(values.get('stuck')).toBeNaN();
});

test('T-F4: the metrics are not at the public address without a configured token, and need it', async () => {
  const { app, staff } = await startApplication();
  for (const url of ['/metrics', '/metrics/', '//metrics', '/metrics?x=1']) {
    const answer = await staff.request({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
  }
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);

  const open = await startApplication({ metricsToken: TOKEN });
  for (const headers of [
    {},
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: TOKEN },
    { cookie: open.staff.cookie },
  ]) {
    const rejected = await open.app.inject({ url: '/metrics', headers });
    expect(rejected.statusCode).toBe(401);
    expect(rejected.body).not.toContain('simiente_http');
  }
  const answer = await open.app.inject({ url: '/metrics', headers: withToken });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/plain/),
    'cache-control': 'no-store',
  });
  expect(answer.body).toContain('simiente_http_request_duration_seconds');
});
