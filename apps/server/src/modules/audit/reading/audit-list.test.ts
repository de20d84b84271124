import type { AuditPage, AuditState } from '@simiente/contract/audit/calls';
import { describeChange, describeFact } from '@simiente/contract/audit/facts';
import { auditedPerson, auditSentence, trailActor } from '@simiente/contract/audit/sentence';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { EVERY_RIGHT } from '../../../testing/accounts/everybody.ts';
import { sharedApplication, signIn, startApplication } from '../../../testing/application.ts';
import { fetchExport } from '../../../testing/calls/list-exports.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { addExam, addFile, addPatient, addProspect } from '../../../testing/records.ts';
import { KEY, keys, verify, write, writeAsOwner } from '../../../testing/sealed-audit.ts';
import { sealAll, startSealer } from '../chain/sealer.ts';
import { openAuditSeal } from '../public.ts';

const ZONE = 'America/Mexico_City';
const testApp = sharedApplication({ staffRoles: EVERY_RIGHT });

async function list(
  filters: Record<string, string> = {},
  application = testApp(),
): Promise<AuditPage> {
  const { status, body } = await application.staff.get(
    `/v1/audit/list?${new URLSearchParams(filters)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: AuditPage }).data;
}

const sentences = ({ rows }: AuditPage) => rows.map((row) => auditSentence(row, ZONE));

describe('T-F1, E-10.310: the audit of everybody', () => {
  test('describes its rows in words, latest first, with their details', async () => {
    const { database, store, staff, signInAs, app } = testApp();
    const other = await signInAs('recepcion@simiente.example', ['recepcion', 'laboratorio']);
    const idUser = await addPatient(database.db, { name: 'Ana Pérez', status: 1 });
    const fileId = await addFile(database.db, store);
    await addExam(database.db, idUser, { fileId, type: 'Marcadores_Bioquimicos' });
    await other.request({
      method: 'PUT',
      url: '/v1/user/update',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' },
      payload: { idUser, name: 'Ana P. Ríos', status: 3 },
    });
    await other.request({ url: '/v1/user/list' });
    await signIn(app, { email: other.email, password: 'otra contraseña' });
    await staff.request({ url: '/v1/user/list', headers: { 'x-simiente-background': '1' } });
    const { rows, nextCursor } = await list({ limit: '4' });
    expect(
      rows.map((row) => [trailActor(row), auditSentence(row, ZONE), auditedPerson(row)]),
    ).toEqual([
      ['Mariana Solórzano', 'Consultó la lista de pacientes', ''],
      ['Alguien sin sesión', 'No pudo iniciar sesión', 'Mariana Solórzano'],
      ['Mariana Solórzano', 'Consultó la lista de pacientes', ''],
      ['Mariana Solórzano', 'Cambió los datos: nombre, estatus', 'Ana P. Ríos'],
    ]);
    expect(nextCursor).not.toBeNull();
    expect(rows.map(({ background }) => background)).toEqual([true, false, false, false]);
    expect(rows[1]?.facts.map(describeFact)).toEqual([
      { name: 'Respuesta', value: 'INVALID_EMAIL_OR_PASSWORD' },
    ]);
    expect(rows[2]?.facts.map(describeFact)).toContainEqual({
      name: 'Filtro: orden',
      value: 'Fecha de creación, descendente',
    });
    expect(rows[2]?.facts.map(describeFact)).toContainEqual({
      name: 'Personas mostradas',
      value: '1',
    });
    expect(rows[3]).toMatchObject({
      idActor: other.id,
      address: '127.0.0.1',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
      idRequest: expect.stringMatching(/\S/),
    });
    expect(rows[3]?.changes.map((change) => describeChange(change, 'patient'))).toEqual(
      expect.arrayContaining([
        { name: 'Nombre', value: 'Cambió (la auditoría no guarda el valor)' },
        { name: 'Estatus', value: 'Registro → Abordaje Gral' },
      ]),
    );
  });

  test('audits each read of itself with the shown patients', async () => {
    const { database, staff } = testApp();
    const idUser = await addPatient(database.db);
    const prospect = await addProspect(database.db);
    await staff.get(`/v1/user/get-one?idUser=${idUser}`);
    await staff.get(`/v1/prospects/get-one?idProspect=${prospect}`);
    await list({ limit: '2', idUser: idUser, action: 'patient.read' });
    await list({ limit: '3' });
    const rows = await database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'audit.listed'), eq(auditEvents.actorId, staff.id)))
      .orderBy(auditEvents.id);
    expect(rows.at(-2)).toMatchObject({
      patientId: idUser,
      details: {
        count: 1,
        continued: false,
        filter: { idUser, action: 'patient.read', sort: '-at' },
      },
    });
    expect(rows.at(-1)).toMatchObject({ patientId: null, shown: [idUser, prospect] });
  });

  test('filters by actor, patient, action and time, and combines filters', async () => {
    const started = await startApplication({ staffRoles: EVERY_RIGHT });
    const { database, staff, signInAs, app } = started;
    const other = await signInAs('otra@simiente.example');
    const [first, second] = [
      await addPatient(database.db, { name: 'Ana' }),
      await addPatient(database.db),
    ];
    for (const person of [staff, other]) {
      for (const id of [first, second]) await person.get(`/v1/user/get-one?idUser=${id}`);
    }
    await signIn(app, { email: other.email, password: 'otra contraseña' });
    const count = async (filters: Record<string, string>) =>
      (await list({ ...filters, limit: '100' }, started)).total;
    expect(await count({ idUser: first, action: 'patient.read' })).toBe(2);
    expect(await count({ idStaff: other.id, action: 'patient.read' })).toBe(2);
    expect(await count({ idStaff: other.id, idUser: first })).toBe(1);
    expect(await count({ action: 'patient.read' })).toBe(4);
    expect(await count({ actor: 'anonymous' })).toBe(1);
    expect(await count({ actor: 'operator' })).toBe(0);
    const { patient } = await list({ idUser: first }, started);
    expect(patient).toEqual({ idUser: first, name: 'Ana' });
    // Days of the clinic: the last moment of a day and the first of the next.
    await writeAsOwner(database, 900_001, `timestamptz '2024-05-04T05:59:59.999Z'`);
    await writeAsOwner(database, 900_002, `timestamptz '2024-05-04T06:00:00Z'`);
    await writeAsOwner(database, 900_003, `timestamptz '2024-05-05T05:59:59.999Z'`);
    await writeAsOwner(database, 900_004, `timestamptz '2024-05-05T06:00:00Z'`);
    const listInDays = async (filters: Record<string, string>) =>
      (await list(filters, started)).rows.map(({ id }) => id);
    expect(await listInDays({ from: '2024-05-04', to: '2024-05-04' })).toEqual([900_003, 900_002]);
    expect(await listInDays({ to: '2024-05-04', sort: 'at' })).toEqual([900_001, 900_002, 900_003]);
    expect(await listInDays({ to: '2024-05-04', idUser: 'usr_1', action: 'patient.read' })).toEqual(
      [900_003, 900_002, 900_001],
    );
    expect(await listInDays({ from: '2023-01-01', to: '2023-12-31' })).toEqual([]);
    expect(await count({ from: '2024-05-06' })).toBeGreaterThan(0);
  });

  test.each<Record<string, string>>([
    {},
    { sort: 'at' },
    { action: 'patient.read' },
    { action: 'patient.read', sort: 'at' },
  ])(
    'has pages without gaps or repetitions under %j while rows are added, and exports the same rows',
    async (filters) => {
      const started = await startApplication({ staffRoles: EVERY_RIGHT });
      const { database, staff } = started;
      const idUser = await addPatient(database.db);
      for (let index = 0; index < 7; index += 1)
        await staff.get(`/v1/user/get-one?idUser=${idUser}`);
      const before = (await list({ ...filters, limit: '100' }, started)).rows.map(({ id }) => id);
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list({ ...filters, limit: '3', ...(cursor && { cursor }) }, started);
        seen.push(...page.rows.map(({ id }) => id));
        cursor = seen.length > 200 ? null : page.nextCursor;
        // In ascending order, all pages are read before the rows that reading adds.
        if (seen.length >= before.length + 3) break;
      }
      // Rows that are added while pages are read are newer than all rows of the pages.
      const newest = Math.max(...before);
      expect(seen.filter((id) => id <= newest)).toEqual(before);
      expect(new Set(seen).size).toBe(seen.length);
      const { header, rows } = await fetchExport(staff, 'audit', filters);
      expect(header[0]).toBe('Número');
      const exported = rows.map(([id]) => Number(id)).filter((id) => id <= newest);
      expect(exported).toEqual(before);
    },
  );

  test('an export requires the right to read the audit', async () => {
    const admin = await testApp().signInAs('administra@simiente.example', ['administracion']);
    const answer = await admin.request({
      method: 'POST',
      url: '/v1/exports',
      payload: { list: 'audit', filters: {} },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
  });

  test.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-05-02', to: '2026-05-01' }, 'to'],
    [{ from: '2010-01-01', to: '2026-05-01' }, 'to'],
    [{ action: 'patient.unknown' }, 'action'],
    [{ actor: 'staff' }, 'actor'],
  ])('T-C2: %j is rejected with its path', async (filters, path) => {
    const query = new URLSearchParams(filters as unknown as Record<string, string>);
    const { status, body } = await testApp().staff.get(`/v1/audit/list?${query}`);
    expect(status).toBe(400);
    expect((body as { issues: { path: string }[] }).issues[0]?.path).toBe(path);
  });

  test('lists suspended accounts in the filter of actors', async () => {
    const { staff, signInAs, database } = testApp();
    const suspendedUser = await signInAs('suspendida@simiente.example');
    await queryAsOwner(database, `update staff set status = 0 where id = $1`, [suspendedUser.id]);
    const { body } = await staff.get('/v1/audit/actors');
    const { actors } = (body as { data: { actors: { idStaff: string }[] } }).data;
    expect(actors.map(({ idStaff }) => idStaff)).toEqual(
      expect.arrayContaining([staff.id, suspendedUser.id]),
    );
    expect(sentences(await list({ limit: '1' }))).toEqual(['Consultó las cuentas']);
  });
});

describe('T-F2, E-10.311: the state of the chain', () => {
  async function state(
    application: Awaited<ReturnType<typeof startApplication>>,
  ): Promise<AuditState> {
    const { status, body } = await application.staff.get('/v1/audit/state');
    expect(status).toBe(200);
    return (body as { data: AuditState }).data;
  }

  test('shows the last seal, the unsealed rows, and the last checks', async () => {
    const started = await startApplication({ staffRoles: EVERY_RIGHT });
    const { database } = started;
    const before = await state(started);
    expect(before).toMatchObject({ head: null, look: null, verification: null });
    expect(before.unsealed.rows).toBeGreaterThan(0);
    expect(before.unsealed.oldest).toBe(before.since);

    const checkpoints = openAuditSeal(KEY, '/nonexistent').checkpoints;
    await sealAll({ ...database, keys, checkpoints });
    const sealed = await state(started);
    expect(sealed.unsealed).toEqual({ rows: 0, oldest: null });
    const { rows } = await database.pool.query<{ seq: string; hash: string }>(
      `select seq, encode(hash, 'hex') as hash from audit_seals order by audit_seals.seq desc limit 1`,
    );
    expect(sealed.head).toMatchObject({ seq: Number(rows[0]?.seq), hash: rows[0]?.hash });

    await write(database, 3);
    expect((await state(started)).unsealed.rows).toBe(3);
    await write(database, 1, '{"checked": 40, "findings": 2}');
    await queryAsOwner(
      database,
      `alter table audit_events disable trigger all;
       update audit_events set action = 'audit.verified' where details ? 'findings';
       alter table audit_events enable trigger all`,
    );
    expect((await state(started)).verification).toMatchObject({ checked: 40, findings: 2 });
  });

  test('keeps the time of the last complete check, and still counts rows above its mark', async () => {
    const started = await startApplication({ staffRoles: EVERY_RIGHT });
    const { database } = started;
    const options = { ...database, keys, checkpoints: '/dev/null' };
    const { progress } = await sealAll(options);
    const sealer = startSealer(options, { error: () => {}, info: () => {} }, progress);
    await expect.poll(async () => (await state(started)).look).toMatchObject({ passedOver: 0 });
    await sealer.stop();
    await write(database, 2);
    expect((await state(started)).unsealed.rows).toBe(2);
  });
});

test('E-10.1474: a sealed row with the old subject delivery is shown under its current name', async () => {
  const application = await startApplication({ staffRoles: EVERY_RIGHT });
  const { database } = application;
  const actions = [
    'delivery.replayed',
    'laboratory_message.discarded',
    'received_result.assigned',
    'patient.updated',
  ];
  await database.pool.query(
    `insert into audit_events (actor_kind, action, subject_kind, subject_id)
     select 'operator', action, case action when 'patient.updated' then 'patient' else 'delivery' end, '7'
     from unnest($1::text[]) as action`,
    [actions],
  );
  await sealAll({ ...database, keys, checkpoints: '' });
  const { rows } = await list({}, application);
  const kinds = rows.map(({ action, subject }) => [action, subject.kind]);
  expect(kinds.slice(0, actions.length).toReversed()).toEqual([
    ['delivery.replayed', 'calendly_delivery'],
    ['laboratory_message.discarded', 'laboratory_message'],
    ['received_result.assigned', 'received_result'],
    ['patient.updated', 'patient'],
  ]);
  expect(await verify(database)).toMatchObject({ findings: 0 });
});
