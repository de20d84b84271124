import { contract } from '@simiente/contract';
import { orderPdfPath } from '@simiente/contract/exam-orders';
import { filePath } from '@simiente/contract/files';
import { gt, max } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { callRoutes } from '../../platform/http/calls.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { staffSessions } from '../../schema/staff.ts';
import { calendlyDeliveries } from '../../schema/webhooks.ts';
import { sharedApplication, TEST_PASSWORD } from '../../testing/application.ts';
import { calendlyDelivery } from '../../testing/calendly.ts';
import { asOwner } from '../../testing/database.ts';
import { requestExport } from '../../testing/list-exports.ts';
import { complete, logo } from '../../testing/partners.ts';
import * as make from '../../testing/records.ts';
import { formRequest, makePdf } from '../../testing/uploads.ts';
import type { AuditAction } from './public.ts';

const running = sharedApplication();

/** What a call needs, made anew for each: none meets what another one left. */
async function world() {
  const { database, store } = running();
  const { db } = database;
  const patient = await make.addPatient(db, { name: 'Zenaida Xochitl' });
  const partner = await make.addPartner(db, { type: 'Laboratorio' });
  const branch = await make.addBranch(db, partner, { exams: ['SEM'] });
  const doctor = await make.addDoctor(db);
  const file = await make.addFile(db, store);
  const exam = await make.addExam(db, patient, { fileId: file });
  const appointment = await make.addDoctorAppointment(db, { patientId: patient, doctorId: doctor });
  const recipe = await make.addRecipeAppointment(db, patient);
  const prospect = await make.addProspect(db, { status: 'pending' });
  const order = await make.addExamOrder(db, {
    patientId: patient,
    branchId: branch,
    partnerId: partner,
  });
  return {
    db,
    store,
    patient,
    partner,
    branch,
    doctor,
    file,
    exam,
    appointment,
    recipe,
    prospect,
    order,
  };
}
type World = Awaited<ReturnType<typeof world>>;

const pdf = { bytes: makePdf(), name: 'estudio.pdf', type: 'application/pdf' };
const query = (fields: Record<string, string>) => ({ query: fields });
const json = (payload: object) => ({ payload });
const period = { start: '2026-01-01', end: '2026-01-31' };
const freshFields = () => ({
  name: 'Otro Nombre',
  email: `${crypto.randomUUID()}@x.mx`,
  phone: null,
});

type Sent = Pick<InjectOptions, 'query' | 'payload' | 'headers'>;
interface Told {
  /** The rows that it leaves; `null` with the reason for none. */
  readonly leaves: AuditAction | null;
  readonly why?: string;
  /** Whether it speaks of the one patient of the world, and the row says so. */
  readonly ofPatient?: true;
  readonly send: (world: World) => Sent | Promise<Sent>;
  /** Where the path has a parameter. */
  readonly url?: (world: World) => string | Promise<string>;
}
const none = () => ({});
let password = TEST_PASSWORD;

/** A session of the same person beside the one of the tests. */
async function otherSession({ db }: World): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(staffSessions).values({
    id,
    token: id,
    userId: running().staff.id,
    expiresAt: new Date(Date.now() + 600_000),
  });
  return id;
}

/** Every way in, and what the audit has of it. A new call fails until it has its place here. */
const told: Record<string, Told> = {
  'POST /v1/doctor/create_appointment': {
    leaves: 'appointment.created',
    ofPatient: true,
    send: ({ patient, doctor }) =>
      json({
        idUser: patient,
        idDoctor: doctor,
        date: '2026-12-01T16:00:00.000Z',
        status: 'pending',
      }),
  },
  'PUT /v1/doctor/update_appointment_status': {
    leaves: 'appointment.updated',
    ofPatient: true,
    send: ({ appointment }) =>
      json({ idAppointment: appointment, date: '2026-12-02T16:00:00.000Z', status: 'assigned' }),
  },
  'POST /v1/recipe/upload-prescription': {
    leaves: 'prescription.uploaded',
    ofPatient: true,
    send: ({ recipe }) => formRequest({ idAppointment: recipe }, pdf),
  },
  'GET /v1/doctor/free-times': {
    leaves: 'doctor.free_times_read',
    send: ({ doctor }) => query({ idDoctor: doctor, from: '2026-12-01T16:00:00.000Z' }),
  },
  'GET /v1/partner/get-branches-by-partner/': {
    leaves: 'branches.listed',
    send: ({ partner }) => query({ idPartner: partner, lastBranch: '' }),
  },
  'GET /v1/partner/get-branch-places': {
    leaves: 'branches.listed',
    send: ({ partner }) => query({ idPartner: partner }),
  },
  'GET /v1/partner/get-one-branch': {
    leaves: 'branch.read',
    send: ({ branch }) => query({ idBranch: branch }),
  },
  'POST /v1/partner/create-branch': {
    leaves: 'branch.created',
    send: ({ partner }) =>
      json({
        name: 'Sucursal Norte',
        address: 'Calle 1',
        location: { lat: 19.4, lng: -99.1 },
        phone: '55 5264 1180',
        state: 'CDMX',
        website: 'https://almena.example',
        zip: '06140',
        utm: false,
        exam_available: ['SEM'],
        partner: { id: partner, name: 'Almena' },
        namePartner: 'Almena',
      }),
  },
  'PUT /v1/partner/update-branch': {
    leaves: 'branch.updated',
    send: ({ branch }) => json({ idBranch: branch, name: 'Otra sucursal' }),
  },
  'GET /v1/recipe/attention': {
    leaves: null,
    why: 'two figures, of nobody',
    send: none,
  },
  'GET /v1/recipe/without-patient': { leaves: 'appointments_without_patient.listed', send: none },
  'GET /v1/recipe/suggested-patients': {
    leaves: 'patients.listed',
    send: async ({ db, recipe }) => {
      await db.update(recipeAppointments).set({ patientId: null });
      return query({ idAppointment: recipe });
    },
  },
  'PUT /v1/recipe/assign-patient': {
    leaves: 'appointment.updated',
    ofPatient: true,
    send: async ({ db, recipe, patient }) => {
      await db.update(recipeAppointments).set({ patientId: null });
      return json({ idAppointment: recipe, idUser: patient });
    },
  },
  'PUT /v1/recipe/unassign-patient': {
    leaves: 'appointment.updated',
    ofPatient: true,
    send: async ({ db, patient }) => {
      const uri = `https://api.calendly.com/${crypto.randomUUID()}`;
      const id = await make.addRecipeAppointment(db, patient, { calendlyInviteeUri: uri });
      return json({ idAppointment: id });
    },
  },
  'GET /v1/webhooks/calendly-failures': { leaves: 'deliveries.listed', send: none },
  'POST /v1/webhooks/calendly-replay': {
    leaves: 'delivery.replayed',
    send: async ({ db }) => {
      const [row] = await db
        .insert(calendlyDeliveries)
        .values({
          digest: crypto.randomUUID(),
          event: 'routing_form_submission.created',
          payload: calendlyDelivery({ invitee: 'NADIE' }),
        })
        .returning();
      return json({ idDelivery: String(row?.id) });
    },
  },
  'GET /v1/dashboard/figures': { leaves: 'dashboard.read', send: () => query(period) },
  'GET /v1/dashboard/activity': { leaves: 'activity.listed', send: () => query(period) },
  'GET /v1/exam/list': { leaves: 'exams.listed', send: () => query(period) },
  'POST /v1/exam-orders': {
    leaves: 'exam_order.created',
    ofPatient: true,
    send: ({ patient, branch }) => json({ idUser: patient, idBranch: branch, exams: ['SEM'] }),
  },
  'GET /v1/exam-orders': {
    leaves: 'patient.exam_orders_read',
    ofPatient: true,
    send: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/exam-orders/branches': { leaves: 'branches.listed', send: none },
  'GET /v1/exam-orders/downloads': {
    leaves: 'exam_order_downloads.listed',
    send: () => query({ from: period.start, to: period.end }),
  },
  'POST /v1/exam/create': {
    leaves: 'exam.created',
    ofPatient: true,
    send: ({ patient }) => formRequest({ idUser: patient, examType: 'Hormonal' }, pdf),
  },
  'POST /v1/exam/replace-file': {
    leaves: 'exam.file_replaced',
    ofPatient: true,
    send: ({ exam }) => formRequest({ idExam: exam }, pdf),
  },
  'PUT /v1/exam/update': {
    leaves: 'exam.updated',
    ofPatient: true,
    send: ({ exam }) => json({ idExam: exam, examType: 'Cariotipo' }),
  },
  'GET /v1/exam/laboratory': {
    leaves: 'partner.read',
    send: ({ partner }) => query({ idPartner: partner }),
  },
  'GET /v1/exam/laboratories': { leaves: 'partners.listed', send: none },
  'GET /v1/doctor/list': { leaves: 'doctors.listed', send: none },
  'GET /v1/doctor/get-one': {
    leaves: 'doctor.read',
    send: ({ doctor }) => query({ idDoctor: doctor }),
  },
  'GET /v1/doctor/agenda': {
    leaves: 'doctor.agenda_read',
    send: ({ doctor }) =>
      query({ idDoctor: doctor, from: '2026-12-01T06:00:00.000Z', to: '2026-12-08T06:00:00.000Z' }),
  },
  'POST /v1/doctor/create': {
    leaves: 'doctor.created',
    send: () => {
      const { name, email } = freshFields();
      const workingDays = [{ weekday: 1, from: '08:00', to: '20:00' }];
      return json({ name, email, specialties: [], appointmentMinutes: 30, workingDays });
    },
  },
  'PUT /v1/doctor/update': {
    leaves: 'doctor.updated',
    send: ({ doctor }) => json({ idDoctor: doctor, name: 'Otro Nombre' }),
  },
  'PUT /v1/doctor/retire': {
    leaves: 'doctor.retired',
    send: ({ doctor }) => json({ idDoctor: doctor, retired: true }),
  },
  'GET /health/live': { leaves: null, why: 'says that the process lives', send: none },
  'GET /health/ready': { leaves: null, why: 'says that it can serve', send: none },
  'POST /v1/exports': {
    leaves: null,
    why: 'nothing is read yet: fetching it leaves the row',
    send: () => json({ list: 'prospects', filters: {} }),
  },
  'GET /v1/partner/get_partners': { leaves: 'partners.listed', send: none },
  'GET /v1/partner/list': { leaves: 'partners.listed', send: none },
  'GET /v1/partner/get_one_partner/': {
    leaves: 'partner.read',
    send: ({ partner }) => query({ idPartner: partner }),
  },
  'POST /v1/partner/create_partner': {
    leaves: 'partner.created',
    send: () => formRequest(complete, undefined, { logo_app_login: logo }),
  },
  'PUT /v1/partner/update_partner': {
    leaves: 'partner.updated',
    send: ({ partner }) => formRequest({ idPartner: partner, name: 'Otro partner' }),
  },
  'POST /v1/prospects': {
    leaves: 'prospect.received',
    send: () =>
      json({ name: 'Zenaida Xochitl', mail: 'z@x.mx', consent: true, consentVersion: '2026-01' }),
  },
  'GET /v1/user/get-all': { leaves: 'patients.listed', send: none },
  'GET /v1/user/list': { leaves: 'patients.listed', send: none },
  'GET /v1/user/get-one': {
    leaves: 'patient.read',
    ofPatient: true,
    send: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/user/get-medical-history-patient': {
    leaves: 'patient.history_read',
    ofPatient: true,
    send: ({ patient }) => query({ idUser: patient }),
  },
  'POST /v1/user/create': {
    leaves: 'patient.created',
    send: () => json({ ...freshFields(), status: 1 }),
  },
  'POST /v1/user/duplicates': {
    leaves: 'patients.duplicates_searched',
    send: () => json({ email: 'z@x.mx' }),
  },
  'PUT /v1/user/update': {
    leaves: 'patient.updated',
    ofPatient: true,
    send: ({ patient }) => json({ idUser: patient, name: 'Otro Nombre' }),
  },
  'PUT /v1/user/update-status': {
    leaves: 'patient.status_changed',
    ofPatient: true,
    send: ({ patient }) => json({ idUsers: [patient], status: 3 }),
  },
  'PUT /v1/user/restore-status': {
    leaves: 'patient.status_changed',
    ofPatient: true,
    send: ({ patient }) => json({ patients: [{ idUser: patient, status: 2, version: 1 }] }),
  },
  'GET /v1/prospects/get-all': { leaves: 'prospects.listed', send: none },
  'GET /v1/prospects/list': { leaves: 'prospects.listed', send: none },
  'GET /v1/prospects/get-one': {
    leaves: 'prospect.read',
    send: ({ prospect }) => query({ idProspect: prospect }),
  },
  'GET /v1/prospects/of-patient': {
    leaves: 'prospects.listed',
    send: ({ patient }) => query({ idUser: patient }),
  },
  'PUT /v1/prospects/update-status': {
    leaves: 'prospect.updated',
    send: ({ prospect }) => json({ idProspect: prospect, status: 'contacted' }),
  },
  'PUT /v1/prospects/move': {
    leaves: 'prospect.moved',
    send: ({ prospect }) => json({ idProspect: prospect, from: 'pending', status: 'contacted' }),
  },
  'POST /v1/prospects/convert': {
    leaves: 'prospect.converted',
    ofPatient: true,
    send: ({ prospect, patient }) => json({ idProspect: prospect, idUser: patient }),
  },
  'POST /v1/search': { leaves: 'records.searched', send: () => json({ text: 'zenaida' }) },
  'GET /v1/trash/list': { leaves: 'bin.listed', send: none },
  'GET /v1/user/accesses': {
    leaves: 'patient.accesses_read',
    ofPatient: true,
    send: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/account/activity': { leaves: 'account.activity_read', send: none },
  'GET /v1/account/get-one': { leaves: null, why: 'one’s own name and settings', send: none },
  'GET /v1/account/sessions': { leaves: null, why: 'one’s own sessions', send: none },
  'PUT /v1/account/update': {
    leaves: 'account.renamed',
    send: () => json({ name: `Mariana ${crypto.randomUUID()}` }),
  },
  'POST /v1/account/change-password': {
    leaves: 'account.password_changed',
    send: () => {
      const [currentPassword, newPassword] = [password, `frase larga ${crypto.randomUUID()}`];
      password = newPassword;
      return json({ currentPassword, newPassword });
    },
  },
  'POST /v1/account/revoke-session': {
    leaves: 'session.revoked',
    send: async (scene) => json({ idSession: await otherSession(scene) }),
  },
  'POST /v1/account/revoke-other-sessions': {
    leaves: 'session.revoked',
    send: async (scene) => {
      await otherSession(scene);
      return json({});
    },
  },
  'POST /v1/user/delete': {
    leaves: 'record.deleted',
    ofPatient: true,
    send: ({ patient }) => json({ idUsers: [patient] }),
  },
  'POST /v1/trash/restore': {
    leaves: 'record.restored',
    send: async ({ db }) => json({ ids: [await make.addPatient(db, { deletedAt: new Date() })] }),
  },
  // Beside the contract.
  'GET file': {
    leaves: 'file.read',
    ofPatient: true,
    url: ({ file }) => filePath(file),
    send: none,
  },
  'GET order': {
    leaves: 'exam_order.downloaded',
    ofPatient: true,
    url: ({ order }) => orderPdfPath(order),
    send: none,
  },
};

const ways = [
  ...callRoutes(contract).map(({ method, path }) => ({ method: String(method), path })),
  { method: 'GET', path: 'file' },
  { method: 'GET', path: 'order' },
].map((way) => ({ ...way, name: `${way.method} ${way.path}` }));

async function request(name: string, scene: World): Promise<InjectOptions> {
  const { send, url } = told[name] ?? { send: none };
  const [method, path] = name.split(' ') as ['GET', string];
  return { method, url: (await url?.(scene)) ?? path, ...(await send(scene)) };
}

async function newestId(): Promise<number> {
  const [row] = await running()
    .database.db.select({ id: max(auditEvents.id) })
    .from(auditEvents);
  return row?.id ?? 0;
}

test('every way in has its place in the table, and nothing else does', () => {
  expect(Object.keys(told).sort()).toEqual(ways.map(({ name }) => name).sort());
});

describe('T-F1: exactly one row', () => {
  test.each(ways)('for $name, or a reason for none', async ({ name }) => {
    const scene = await world();
    const { leaves, why, ofPatient } = told[name] ?? { leaves: null };
    const asked = await request(name, scene);
    const before = await newestId();
    const answer = await running().staff.request(asked);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    const rows = await running()
      .database.db.select()
      .from(auditEvents)
      .where(gt(auditEvents.id, before));
    expect(rows.map(({ action }) => action)).toEqual(leaves === null ? [] : [leaves]);
    if (leaves === null) expect(why).toBeTruthy();
    if (ofPatient) expect(rows[0]?.patientId).toBe(scene.patient);
    expect(JSON.stringify(rows)).not.toMatch(/zenaida|xochitl|otro nombre|hormonal|cariotipo/i);
  });

  test('T-D7: for an export, from when it is fetched to how it ends', async () => {
    const { staff } = running();
    const url = await requestExport(staff, 'prospects');
    const before = await newestId();
    expect((await staff.request({ url })).statusCode).toBe(200);
    const rows = await running()
      .database.db.select()
      .from(auditEvents)
      .where(gt(auditEvents.id, before))
      .orderBy(auditEvents.id);
    expect(rows.map(({ action }) => action)).toEqual(['list.exported', 'list.export_ended']);
  });

  test('for what is repeated under an Idempotency-Key: it changes nothing and is a look', async () => {
    const { staff, database } = running();
    for (const { name } of ways.filter(({ method }) => method !== 'GET')) {
      const scene = await world();
      const asked = await request(name, scene);
      const headers = { ...asked.headers, 'idempotency-key': crypto.randomUUID() };
      const first = await staff.request({ ...asked, headers });
      expect([name, first.statusCode]).toEqual([name, 200]);
      const before = await newestId();
      const again = await staff.request({ ...asked, headers });
      // Of one's own account there is nothing to see that one does not have.
      const isOwn = name.includes(' /v1/account/');
      if (again.statusCode !== 200 || told[name]?.leaves === null || isOwn) continue;
      const rows = await database.db.select().from(auditEvents).where(gt(auditEvents.id, before));
      expect([name, rows.length]).toEqual([name, 1]);
    }
  });
});

describe('T-F3: when the audit cannot be written', () => {
  beforeAll(async () => {
    const { database } = running();
    const role = `"${database.app.user}"`;
    await asOwner(database, `revoke insert on audit_events from ${role}`);
    return () => asOwner(database, `grant insert on audit_events to ${role}`).then(() => {});
  });

  test.each(ways.filter(({ name }) => told[name]?.leaves !== null))(
    'nothing is answered or changed by $name',
    async ({ name }) => {
      const scene = await world();
      const asked = await request(name, scene);
      const before = await everything();
      const answer = await running().staff.request(asked);
      expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
      expect(answer.body).not.toMatch(/zenaida/i);
      expect(await everything()).toEqual(before);
    },
  );

  /** A digest of all the rows that a call could change. */
  async function everything() {
    const tables = ['patients', 'partners', 'branches', 'doctors', 'exams', 'doctor_appointments']
      .concat(['recipe_appointments', 'prospects', 'exam_orders', 'exam_order_downloads', 'files'])
      .concat(['replaced_files', 'record_ids', 'idempotency_keys']);
    const { rows } = await running().database.pool.query(
      tables
        .map(
          (table) =>
            `select '${table}', count(*), md5(string_agg(t::text, '|' order by t::text)) from ${table} t`,
        )
        .join(' union all '),
    );
    return rows;
  }
});
