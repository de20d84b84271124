import { once } from 'node:events';
import { request as open } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { freePort } from '@simiente/server/platform/postgres/testing/free-port';
import { openEventStream } from '@simiente/server/testing/event-stream';
import { formRequest, makePdf } from '@simiente/server/testing/files/uploads';
import { openBalancer } from './balancer.ts';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

const EMAIL = 'jefa@simiente.example';
const PASSWORD = 'jacaranda en flor';

type Created = { readonly data: { readonly patient: { readonly idUser: string } } };
type Listed = { readonly data: { readonly total: number } };

/** Sends a form slowly, so that it takes `milliseconds`; returns the status. */
async function uploadSlowly(
  url: string,
  form: Awaited<ReturnType<typeof formRequest>>,
  headers: Record<string, string>,
  milliseconds: number,
): Promise<number | undefined> {
  const body = form.payload as Buffer;
  const sending = open(`${url}/v1/exam/create`, {
    method: 'POST',
    headers: { ...headers, ...(form.headers as object), 'content-length': body.length },
  });
  const answered = once(sending, 'response');
  const pieces = 20;
  const size = Math.ceil(body.length / pieces);
  for (let start = 0; start < body.length; start += size) {
    sending.write(body.subarray(start, start + size));
    await delay(milliseconds / pieces);
  }
  sending.end();
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
}

test('two servers restarted in turn under load: no request fails, and nothing is lost', {
  tag: '@nightly',
}, async () => {
  const database = await emptyDatabaseSettings();
  await withFolder(async (dataDir) => {
    const ports = [await freePort(), await freePort()];
    const start = async (port: number) => {
      const server = simiente(['serve'], {
        dataDir,
        env: {
          PORT: String(port),
          ...database,
          ADMIN_EMAIL: EMAIL,
          ADMIN_PASSWORD: PASSWORD,
          AUTH_SECRET: 'the same in every process, of forty letters',
          DRAIN_SECONDS: '1',
        },
      });
      await server.line(/Dirección:/);
      return server;
    };
    const servers = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];
    const balancer = await openBalancer(ports);
    const { url } = balancer;
    await balancer.readyServers(2);

    const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    const headers = { authorization: `Bearer ${signedIn.headers.get('set-auth-token')}` };
    const create = (name: string) =>
      fetch(`${url}/v1/user/create`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name, email: null, phone: null }),
      });

    const failed: string[] = [];
    const counts = { read: 0, written: 0, streams: 0, uploads: 0 };
    let working = true;
    const keep = async (name: string, work: () => Promise<void>) => {
      while (working) await work().catch((error: unknown) => failed.push(`${name}: ${error}`));
    };
    const expectOk = async (answer: Response) => {
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
    };
    const read = async () => {
      await expectOk(await fetch(`${url}/v1/user/list`, { headers }));
      counts.read += 1;
    };
    const write = async () => {
      await expectOk(await create(`Ana ${counts.written}`));
      counts.written += 1;
    };
    let open = await openEventStream(url, headers);
    const follow = async () => {
      const stream = open;
      await stream.next('ready');
      counts.streams += 1;
      await stream.ended;
      if (!working) return;
      if (!/"reason":"stopping"/.test(stream.received())) throw new Error(stream.received());
      open = await openEventStream(url, headers);
    };
    const load = [
      keep('read', read),
      keep('read', read),
      keep('write', write),
      keep('write', write),
      keep('stream', follow),
    ];

    const created = (await (await create('Con estudios')).json()) as Created;
    const form = await formRequest(
      { idUser: created.data.patient.idUser, examType: 'Hormonal' },
      { bytes: makePdf() },
    );
    for (const [index, port] of ports.entries()) {
      // One request to each server, longer than the server needs to announce its shutdown.
      const uploads = [0, 1].map(() => uploadSlowly(url, form, headers, 3_000));
      await delay(300);
      const server = servers[index];
      server?.child.kill('SIGTERM');
      await balancer.readyServers(1);
      expect(await server?.ended).toBe(0);
      expect(await Promise.all(uploads)).toEqual([200, 200]);
      counts.uploads += uploads.length;
      servers[index] = await start(port);
      await balancer.readyServers(2);
    }

    working = false;
    open.close();
    await Promise.all(load);
    expect([failed, balancer.failures]).toEqual([[], []]);
    const list = (await (await fetch(`${url}/v1/user/list`, { headers })).json()) as Listed;
    expect(list.data.total).toBe(counts.written + 1);
    expect(counts.read).toBeGreaterThan(50);
    expect(counts.written).toBeGreaterThan(50);
    // The event stream was on at least one of them, and reconnected to the other.
    expect(counts.streams).toBeGreaterThan(1);
    test.info().annotations.push({ type: 'counts', description: JSON.stringify(counts) });
    await balancer.close();
    for (const server of servers) server.child.kill('SIGTERM');
    for (const server of servers) expect(await server.ended).toBe(0);
  });
});
