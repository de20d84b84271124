import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { doctorAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import { appointmentCalls, later, NINE } from '../../testing/calls/appointment-calls.ts';
import { addDoctor } from '../../testing/records.ts';

const testApp = sharedApplication();
const { people, create, update, others } = appointmentCalls(testApp);

const addOtherDoctor = () =>
  addDoctor(testApp().database.db, { name: 'Iván Mora', appointmentMinutes: 45 });

test('E-10.1490: a change of doctor keeps the time, uses the new doctor’s appointment length, and is audited', async () => {
  const { data } = await create();
  const id = String(data?.appointment.id);
  const idDoctor = await addOtherDoctor();
  const moved = await update({ idAppointment: id, idDoctor, version: 1 });
  expect(moved.data?.appointment).toMatchObject({
    idDoctor,
    doctor: { name: 'Iván Mora' },
    appointmentDate: { date: NINE.toISOString(), endDate: later(45).toISOString() },
    version: 2,
  });
  const audited = await testApp()
    .database.db.select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, id));
  expect(audited.map(({ details }) => details)).toContainEqual({
    changes: { doctorId: { from: people.idDoctor, to: idDoctor } },
    version: 2,
  });
  const back = await update({ idAppointment: id, idDoctor: people.idDoctor, version: 2 });
  expect(back.data?.appointment).toMatchObject({
    idDoctor: people.idDoctor,
    appointmentDate: { endDate: later(30).toISOString() },
  });
});

test('E-10.1490: a change of doctor is rejected if the new doctor is busy, inactive or unknown', async () => {
  const { data } = await create();
  const idAppointment = String(data?.appointment.id);
  const idDoctor = await addOtherDoctor();
  const [idUser = ''] = await others(1);
  await create({ idUser, idDoctor, date: later(15).toISOString() });
  expect(await update({ idAppointment, idDoctor, version: 1 })).toMatchObject({
    status: 409,
    code: 'APPOINTMENT_OVERLAP',
    details: { patientName: 'Paciente 0' },
  });
  const inactive = await addDoctor(testApp().database.db, { retiredAt: new Date() });
  expect(await update({ idAppointment, idDoctor: inactive, version: 1 })).toMatchObject({
    status: 409,
    code: 'DOCTOR_RETIRED',
  });
  expect(await update({ idAppointment, idDoctor: 'doc_nadie', version: 1 })).toMatchObject({
    status: 404,
  });
});

test('E-10.1490: two doctors exchange their appointments at the same time without a deadlock', async () => {
  const idDoctor = await addOtherDoctor();
  const first = String((await create()).data?.appointment.id);
  const [idUser = ''] = await others(1);
  const date = later(120).toISOString();
  const second = String((await create({ idUser, idDoctor, date })).data?.appointment.id);
  const answers = await Promise.all([
    update({ idAppointment: first, idDoctor, version: 1 }),
    update({ idAppointment: second, idDoctor: people.idDoctor, version: 1 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('E-10.1490: changing the doctor does not give the user access to the patient’s record', async () => {
  const { db } = testApp().database;
  const { data } = await create();
  const idDoctor = await addOtherDoctor();
  const idAppointment = String(data?.appointment.id);
  await db.update(doctorAppointments).set({ bookedBy: 'stf_somebody' });
  await update({ idAppointment, idDoctor, version: 1 });
  const [row] = await db
    .select()
    .from(doctorAppointments)
    .where(eq(doctorAppointments.id, idAppointment));
  expect(row?.bookedBy).toBe(testApp().staff.id);
});
