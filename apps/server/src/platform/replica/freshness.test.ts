import { expect, test, vi } from 'vitest';
import { signIn } from '../../testing/application.ts';
import {
  pauseReplay,
  type ReplicatedApplication,
  replicated,
} from '../../testing/backups/replicated.ts';
import { asOwner } from '../../testing/database.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { PATIENTLY } from '../../testing/patience.ts';
import { BACKGROUND_HEADER } from '../http/origin.ts';

const made = replicated();

const LIST = '/v1/user/list';

function namesIn(body: unknown): string[] {
  const { data } = body as { data: { userData: { name: string }[] } };
  return data.userData.map(({ name }) => name);
}

const kindsIn = (data: unknown) => (data as { kinds: object }).kinds;

/** What a client sends of its session. */
async function sessionOf({ app, staff }: ReplicatedApplication, client: 'browser' | 'old client') {
  if (client === 'browser') return { cookie: staff.cookie };
  const { headers } = await signIn(app, { email: staff.email });
  return { authorization: `Bearer ${String(headers['set-auth-token'])}` };
}

test('E-10.690: the audit row of a list that the replica read is on the primary when the answer leaves', async () => {
  const { start, database } = made();
  const { staff, figures } = await start('audit@simiente.example');
  const before = await figures();
  const answer = await staff.request({ url: LIST });
  expect(answer.statusCode).toBe(200);
  const rows = await asOwner(database, 'select action from audit_events where request_id = $1', [
    answer.headers['x-request-id'],
  ]);
  expect(rows).toEqual([{ action: 'patients.listed' }]);
  expect((await figures()).replica).toBe(before.replica + 1);

  await asOwner(database, 'alter table audit_events add constraint no check (false) not valid');
  try {
    const refused = await staff.request({ url: LIST });
    expect(refused.statusCode).toBe(500);
    expect(refused.body).not.toContain('userData');
  } finally {
    await asOwner(database, 'alter table audit_events drop constraint no');
  }
  expect((await figures()).replica).toBe(before.replica + 2);
});

test.each(['browser', 'old client'] as const)(
  'E-10.691: a %s reads what it has just written, from every process, while the replica replays nothing',
  async (client) => {
    const { start, standby } = made();
    const one = await start(`one-${client.length}@simiente.example`);
    const other = await start(`other-${client.length}@simiente.example`);
    const headers = await sessionOf(one, client);
    const list = async ({ app }: ReplicatedApplication) =>
      namesIn((await app.inject({ url: LIST, headers })).json());
    const before = [await one.figures(), await other.figures()];
    const resume = await pauseReplay(standby);
    const name = `Paciente de ${client}`;
    const created = await one.app.inject({
      method: 'POST',
      url: '/v1/user/create',
      headers,
      payload: { name, email: `${client.length}@x.example`, phone: null },
    });
    expect(created.statusCode).toBe(200);
    for (const process of [one, other, one, other]) expect(await list(process)).toContain(name);
    const after = [await one.figures(), await other.figures()];
    expect(after.map(({ replica }) => replica)).toEqual(before.map(({ replica }) => replica));

    await resume();
    await vi.waitFor(async () => {
      for (const process of [one, other]) {
        expect(await list(process)).toContain(name);
        expect((await process.figures()).replica).toBeGreaterThan(0);
      }
    }, PATIENTLY);
  },
);

test('E-10.691: a client that is notified of another user’s change does not read the state before it', async () => {
  const { start, standby } = made();
  const writer = await start('writer@simiente.example');
  const screen = await start('screen@simiente.example');
  const url = await screen.app.listen({ host: '127.0.0.1', port: 0 });
  const stream = await openEventStream(url, { cookie: screen.staff.cookie });
  await stream.next('ready');
  await pauseReplay(standby);
  const name = 'Alta de otra persona';
  await writer.staff.request({
    method: 'POST',
    url: '/v1/user/create',
    payload: { name, email: 'otra@x.example', phone: null },
  });
  await stream.until(({ event, data }) => event === 'change' && 'patient' in kindsIn(data));
  stream.close();
  const listed = await screen.staff.request({ url: LIST, headers: { [BACKGROUND_HEADER]: '1' } });
  expect(namesIn(listed.json())).toContain(name);
});

test('E-10.692: a session that has ended is refused at once, while the replica still has it', async () => {
  const { start, standby, database } = made();
  const { staff } = await start('ended@simiente.example');
  const inReplica = () =>
    standby.query(
      `select count(*)::int from staff_sessions where user_id = '${staff.id}'`,
      database.owner.database,
    );
  await vi.waitFor(async () => expect(await inReplica()).toEqual([1]), PATIENTLY);
  expect((await staff.get(LIST)).status).toBe(200);
  await pauseReplay(standby);
  const ended = await staff.request({ method: 'POST', url: '/api/auth/sign-out', payload: {} });
  expect(ended.statusCode).toBe(200);
  expect((await staff.get(LIST)).status).toBe(401);
  expect(await inReplica()).toEqual([1]);
});

test('E-10.692: an account that was suspended is refused at once, while the replica still has it', async () => {
  const { start, standby, database } = made();
  const { staff } = await start('suspended@simiente.example');
  expect((await staff.get(LIST)).status).toBe(200);
  await pauseReplay(standby);
  await asOwner(database, `update staff set status = 2 where id = $1`, [staff.id]);
  await vi.waitFor(async () => expect((await staff.get(LIST)).status).toBe(401), PATIENTLY);
});
