import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { appointmentCalls, NINE } from '../../testing/calls/appointment-calls.ts';

const testApp = sharedApplication();
const { people, send, create } = appointmentCalls(testApp);

const findByName = (name: string) =>
  testApp().database.db.select().from(patients).where(eq(patients.name, name));
const createWith = (fields: Record<string, unknown>, key?: string) =>
  send(
    'POST',
    '/v1/doctor/create_appointment',
    { idDoctor: people.idDoctor, date: NINE.toISOString(), ...fields },
    key,
  );

test('E-10.1491: a new patient and their appointment are created together, once per idempotency key', async () => {
  const newPatient = { name: 'Ulises Nuevo', phone: '55 1234 5678' };
  const first = await createWith({ newPatient }, 'caller-1');
  expect(first.data?.appointment).toMatchObject({ patient: { ...newPatient, email: null } });
  const again = await createWith({ newPatient }, 'caller-1');
  expect(again.data?.appointment.id).toBe(first.data?.appointment.id);
  expect(await findByName('Ulises Nuevo')).toHaveLength(1);
});

test('E-10.2781: a new patient of an appointment starts with the first status', async () => {
  await createWith({ newPatient: { name: 'Ulises Primero', phone: null } });
  expect(await findByName('Ulises Primero')).toMatchObject([{ status: 1 }]);
});

test('E-10.1491: a taken time creates no patient', async () => {
  await create();
  const rejected = await createWith({ newPatient: { name: 'Nadie Todavía', phone: null } });
  expect([rejected.status, rejected.code]).toEqual([409, 'APPOINTMENT_OVERLAP']);
  expect(await findByName('Nadie Todavía')).toEqual([]);
});

test('E-10.1491: an appointment needs exactly one patient, existing or new', async () => {
  const newPatient = { name: 'Ulises Otro', phone: null };
  for (const fields of [{}, { idUser: people.idUser, newPatient }]) {
    const answer = await createWith(fields);
    expect([answer.status, answer.errorMessage]).toEqual([400, expect.any(String)]);
  }
  expect(await findByName('Ulises Otro')).toEqual([]);
});
