import { eq } from 'drizzle-orm';
import { recipeAppointments } from '../../schema/appointments.ts';
import { consents } from '../../schema/consents.ts';
import { patientMerges } from '../../schema/merges.ts';
import { patients } from '../../schema/patients.ts';
import { formRequest } from '../files/uploads.ts';
import * as make from '../records.ts';
import {
  aroundToday,
  type CallRecords,
  type ExpectedCall,
  freshFields,
  json,
  noInput,
  pdf,
  period,
  query,
} from './call-records.ts';

/** The calls of patients, doctors, appointments, exams and orders. */
export const clinicalCalls: Record<string, ExpectedCall> = {
  'POST /v1/doctor/create_appointment': {
    audits: 'appointment.created',
    namesPatient: true,
    input: ({ patient, doctor }) =>
      json({
        idUser: patient,
        idDoctor: doctor,
        date: '2026-12-01T16:00:00.000Z',
        status: 'pending',
      }),
  },
  'PUT /v1/doctor/update_appointment_status': {
    audits: 'appointment.updated',
    namesPatient: true,
    input: ({ appointment }) =>
      json({ idAppointment: appointment, date: '2026-12-02T16:00:00.000Z', status: 'assigned' }),
  },
  'PUT /v1/appointment/attendance': {
    audits: 'appointment.attendance_recorded',
    namesPatient: true,
    input: ({ appointment }) => json({ idAppointment: appointment, step: 'confirmed', version: 1 }),
  },
  'GET /v1/reminders/list': {
    audits: 'appointments.to_confirm_listed',
    input: () => query({ days: '7' }),
  },
  'GET /v1/reminders/attention': {
    audits: null,
    why: 'counts without personal data',
    input: noInput,
  },
  'POST /v1/reminders/send': {
    audits: 'appointment.reminder_queued',
    namesPatient: true,
    input: async (records) => json({ idAppointments: [await addAwaited(records)] }),
  },
  'POST /v1/reminders/write': {
    audits: 'appointment.reminder_written',
    namesPatient: true,
    input: async (records) => json({ idAppointment: await addAwaited(records) }),
  },
  'POST /v1/reminders/record-whatsapp': {
    audits: 'appointment.whatsapp_sent',
    namesPatient: true,
    input: async (records) => json({ idAppointment: await addAwaited(records) }),
  },
  'POST /v1/reminders/resolve': {
    audits: 'appointment.link_settled',
    namesPatient: true,
    input: async (records) => {
      const id = await addAwaited(records);
      await make.addAppointmentLink(records.db, id, {
        requestedAt: new Date(),
        startsAt: make.AWAITED_START,
      });
      return json({ idAppointment: id });
    },
  },
  'POST /v1/reminders/preview': {
    audits: 'appointment.reminder_written',
    input: async (records) => {
      await addAwaited(records);
      return json({ text: 'Hola, {paciente}.' });
    },
  },
  'GET /v1/appointment/get-one': {
    audits: 'appointment.read',
    namesPatient: true,
    input: ({ appointment }) => query({ idAppointment: appointment }),
  },
  'POST /v1/recipe/create_appointment': {
    audits: 'appointment.created',
    namesPatient: true,
    input: ({ patient }) =>
      json({
        idUser: patient,
        date: '2026-12-01T16:00:00.000Z',
        type: 'Seguimiento',
        meetingUrl: 'https://meet.example.org/abc',
      }),
  },
  'PUT /v1/recipe/update_appointment': {
    audits: 'appointment.updated',
    namesPatient: true,
    input: ({ recipe }) => json({ idAppointment: recipe, status: 'cancelled', reason: 'Viaja' }),
  },
  'POST /v1/recipe/upload-prescription': {
    audits: 'prescription.uploaded',
    namesPatient: true,
    input: ({ recipe }) => formRequest({ idAppointment: recipe }, pdf),
  },
  'GET /v1/doctor/free-times': {
    audits: 'doctor.free_times_read',
    input: ({ doctor }) => query({ idDoctor: doctor, from: '2026-12-01T16:00:00.000Z' }),
  },
  'GET /v1/doctor/next-free': {
    audits: 'doctors.listed',
    input: () => query({ from: '2026-12-01T16:00:00.000Z' }),
  },
  'GET /v1/recipe/attention': {
    audits: null,
    why: 'two counts without personal data',
    input: noInput,
  },
  'GET /v1/recipe/without-patient': {
    audits: 'appointments_without_patient.listed',
    input: noInput,
  },
  'GET /v1/recipe/suggested-patients': {
    audits: 'patients.listed',
    input: async ({ db, recipe }) => {
      await db.update(recipeAppointments).set({ patientId: null });
      return query({ idAppointment: recipe });
    },
  },
  'PUT /v1/recipe/assign-patient': {
    audits: 'appointment.updated',
    namesPatient: true,
    input: async ({ db, recipe, patient }) => {
      await db.update(recipeAppointments).set({ patientId: null });
      return json({ idAppointment: recipe, idUser: patient });
    },
  },
  'PUT /v1/recipe/unassign-patient': {
    audits: 'appointment.updated',
    namesPatient: true,
    input: async ({ db, patient }) => {
      const uri = `https://api.calendly.com/${crypto.randomUUID()}`;
      const id = await make.addRecipeAppointment(db, patient, { calendlyInviteeUri: uri });
      return json({ idAppointment: id });
    },
  },
  'GET /v1/inbox/calendly': { audits: 'deliveries.listed', input: noInput },
  'GET /v1/inbox/calendly/message': {
    audits: 'delivery.read',
    input: async ({ db }) => query({ idMessage: await make.addFailedWebhook(db) }),
  },
  'POST /v1/inbox/calendly/discard': {
    audits: 'delivery.discarded',
    input: async ({ db }) =>
      json({ idMessage: await make.addFailedWebhook(db), reason: 'Era una prueba' }),
  },
  'POST /v1/inbox/calendly/replay': {
    audits: 'delivery.replayed',
    input: async ({ db }) => json({ idMessage: await make.addFailedWebhook(db) }),
  },
  'GET /v1/exam/list': { audits: 'exams.listed', input: () => query(aroundToday()) },
  'POST /v1/exam-orders': {
    audits: 'exam_order.created',
    namesPatient: true,
    input: ({ patient, branch }) => json({ idUser: patient, idBranch: branch, exams: ['SEM'] }),
  },
  'GET /v1/user/notes': {
    audits: 'patient.notes_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'POST /v1/user/add-note': {
    audits: 'note.added',
    namesPatient: true,
    input: ({ patient }) => json({ idUser: patient, text: 'Prefiere que le llamen por la tarde' }),
  },
  'PUT /v1/user/change-note': {
    audits: 'note.changed',
    namesPatient: true,
    input: async ({ db, patient }) =>
      json({ idUser: patient, idNote: await make.addNote(db, patient), isPinned: true }),
  },
  'POST /v1/exam-orders/request-again': {
    audits: 'exam_order.read',
    namesPatient: true,
    input: ({ order }) => json({ idOrder: order }),
  },
  'GET /v1/exam-orders': {
    audits: 'patient.exam_orders_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/exam-orders/branches': { audits: 'branches.listed', input: noInput },
  'GET /v1/exam-orders/downloads': {
    audits: 'exam_order_downloads.listed',
    input: () => query({ from: period.start, to: period.end }),
  },
  'POST /v1/exam/create': {
    audits: 'exam.created',
    namesPatient: true,
    input: ({ patient }) => formRequest({ idUser: patient, examType: 'Hormonal' }, pdf),
  },
  'POST /v1/exam/replace-file': {
    audits: 'exam.file_replaced',
    namesPatient: true,
    input: ({ exam }) => formRequest({ idExam: exam }, pdf),
  },
  'PUT /v1/exam/update': {
    audits: 'exam.updated',
    namesPatient: true,
    input: ({ exam }) => json({ idExam: exam, examType: 'Cariotipo' }),
  },
  'GET /v1/exam/laboratory': {
    audits: 'partner.read',
    input: ({ partner }) => query({ idPartner: partner }),
  },
  'GET /v1/exam/laboratories': { audits: 'partners.listed', input: noInput },
  'GET /v1/doctor/list': { audits: 'doctors.listed', input: noInput },
  'GET /v1/doctor/get-one': {
    audits: 'doctor.read',
    input: ({ doctor }) => query({ idDoctor: doctor }),
  },
  'GET /v1/doctor/agenda': {
    audits: 'doctor.agenda_read',
    input: ({ doctor }) =>
      query({ idDoctor: doctor, from: '2026-12-01T06:00:00.000Z', to: '2026-12-08T06:00:00.000Z' }),
  },
  'GET /v1/doctor/upcoming': {
    audits: 'doctor.agenda_read',
    input: ({ doctor }) => query({ idDoctor: doctor }),
  },
  'GET /v1/doctor/day': {
    audits: 'doctors.day_read',
    input: () => query({ date: '2026-12-01' }),
  },
  'POST /v1/doctor/duplicates': {
    audits: 'doctors.duplicates_searched',
    input: () => json({ name: 'Zoe' }),
  },
  'POST /v1/doctor/create': {
    audits: 'doctor.created',
    input: () => {
      const { name, email } = freshFields();
      const workingDays = [{ weekday: 1, from: '08:00', to: '20:00' }];
      return json({ name, email, specialties: [], appointmentMinutes: 30, workingDays });
    },
  },
  'PUT /v1/doctor/update': {
    audits: 'doctor.updated',
    input: ({ doctor }) => json({ idDoctor: doctor, name: 'Otro Nombre' }),
  },
  'PUT /v1/doctor/retire': {
    audits: 'doctor.retired',
    input: ({ doctor }) => json({ idDoctor: doctor, retired: true }),
  },
  'GET /v1/user/get-all': { audits: 'patients.all_read', input: noInput },
  'GET /v1/user/list': { audits: 'patients.listed', input: noInput },
  'GET /v1/user/get-one': {
    audits: 'patient.read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/user/get-medical-history-patient': {
    audits: 'patient.history_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'POST /v1/user/create': {
    audits: 'patient.created',
    input: () => json({ ...freshFields(), status: 1 }),
  },
  'POST /v1/user/duplicates': {
    audits: 'patients.duplicates_searched',
    input: () => json({ email: 'z@x.mx' }),
  },
  'GET /v1/user/similar': { audits: 'patients.similar_listed', input: noInput },
  'POST /v1/user/similar/dismiss': {
    audits: 'patient.duplicate_dismissed',
    namesPatient: true,
    input: async ({ db, patient }) => json({ idUser: patient, idOther: await make.addPatient(db) }),
  },
  'GET /v1/user/merge-preview': {
    audits: 'patient.merge_previewed',
    namesPatient: true,
    input: async ({ db, patient }) =>
      query({ idUser: patient, idOther: await make.addPatient(db) }),
  },
  'POST /v1/user/merge': {
    audits: 'patient.merged',
    namesPatient: true,
    input: async ({ db, patient }) =>
      json({
        idUser: patient,
        idOther: await make.addPatient(db),
        version: 1,
        otherVersion: 1,
        take: [],
      }),
  },
  'GET /v1/user/merges': {
    audits: 'patient.merges_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'POST /v1/user/unmerge': {
    audits: 'patient.unmerged',
    namesPatient: true,
    input: async ({ db, patient }) => {
      const goneId = await make.addPatient(db, { mergedInto: patient, deletedAt: new Date() });
      const id = make.newId('mrg');
      const emptyMerge = { moved: {}, changed: { before: {}, after: {} }, endedConsents: [] };
      const reports = { versions: [], reports: [] };
      await db
        .insert(patientMerges)
        .values({ id, keptId: patient, goneId, by: 'stf_1', ...emptyMerge, reports });
      return json({ idMerge: id });
    },
  },
  'PUT /v1/user/update': {
    audits: 'patient.updated',
    namesPatient: true,
    input: ({ patient }) => json({ idUser: patient, name: 'Otro Nombre' }),
  },
  'PUT /v1/user/update-status': {
    audits: 'patient.status_changed',
    namesPatient: true,
    input: ({ patient }) => json({ idUsers: [patient], status: 3 }),
  },
  'PUT /v1/user/restore-status': {
    audits: 'patient.status_changed',
    namesPatient: true,
    input: async ({ db, run, patient }) => {
      await db.update(patients).set({ status: 3, version: 2 }).where(eq(patients.id, patient));
      await run(
        `insert into audit_events (actor_kind, action, patient_id, details)
         values ('staff', 'patient.status_changed', $1, $2)`,
        [patient, { version: 2, changes: { status: { from: 2, to: 3 } } }],
      );
      return json({ patients: [{ idUser: patient, status: 2, version: 2 }] });
    },
  },
  'GET /v1/user/accesses': {
    audits: 'patient.accesses_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/audit/list': {
    audits: 'audit.listed',
    input: async ({ staff, patient, prospect }) => {
      await staff.get(`/v1/user/get-one?idUser=${patient}`);
      await staff.get(`/v1/prospects/get-one?idProspect=${prospect}`);
      return noInput();
    },
  },
  'GET /v1/audit/actors': { audits: 'staff.listed', input: noInput },
  'GET /v1/audit/state': { audits: null, why: 'state of the chain, of no record', input: noInput },
  'POST /v1/user/delete': {
    audits: 'record.deleted',
    namesPatient: true,
    input: ({ patient }) => json({ idUsers: [patient] }),
  },
};

/** An appointment of the patient next month, for which reminders may go out. */
async function addAwaited({ db, patient }: CallRecords): Promise<string> {
  await make.turnRemindersOn(db);
  for (const purpose of ['reminders_email', 'reminders_whatsapp'] as const) {
    await db
      .insert(consents)
      .values({
        patientId: patient,
        purpose,
        version: '2026-11',
        givenOn: '2026-11-20',
        way: 'paper',
      })
      .onConflictDoNothing();
  }
  const contact = { email: 'zenaida@correo.example', phone: '+52 55 5555 0101' };
  await db.update(patients).set(contact).where(eq(patients.id, patient));
  return make.addDoctorAppointment(
    db,
    { patientId: patient, doctorId: await make.addDoctor(db) },
    { startsAt: make.AWAITED_START },
  );
}
