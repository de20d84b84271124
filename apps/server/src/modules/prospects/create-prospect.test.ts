import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication } from '../../testing/application.ts';
import { prospectChanges } from '../../testing/calls/prospect-changes.ts';

const testApp = sharedApplication();
const { create, findRow, findAudit } = prospectChanges(testApp);
const findByName = (name: string) =>
  testApp().database.db.select().from(prospects).where(eq(prospects.name, name));

test('E-10.205: a prospect is created as pending, without consent, and audited without their data', async () => {
  const { status, data } = await create({
    name: ' Nora Gil ',
    mail: 'nora@correo.mx',
    motivo: 'Llamó\npor teléfono',
    notas: ' Prefiere WhatsApp ',
  });
  expect(status).toBe(200);
  expect(data?.prospect).toMatchObject({
    name: 'Nora Gil',
    mail: 'nora@correo.mx',
    phone: null,
    motivo: 'Llamó\npor teléfono',
    status: 'pending',
    notes: 'Prefiere WhatsApp',
    consent: null,
    patient: null,
    version: 1,
  });
  const id = data?.prospect.idProspect ?? '';
  expect(data?.prospect.createDate).toEqual((await findRow(id))?.createdAt?.toISOString());
  const rows = await findAudit(id);
  expect(rows).toMatchObject([{ action: 'prospect.created', actorId: testApp().staff.id }]);
  expect(JSON.stringify(rows)).not.toMatch(/Nora|nora@/);
});

test('E-10.205, T-H2: a creation repeated with the same key creates one prospect', async () => {
  const headers = { 'idempotency-key': 'new-prospect-1' };
  const input = { name: 'Una Vez', phone: '55 1234 5678' };
  const answers = await Promise.all([create(input, headers), create(input, headers)]);
  expect(answers[0]).toMatchObject({ status: 200 });
  expect(answers[1]).toEqual(answers[0]);
  expect(await findByName('Una Vez')).toHaveLength(1);
});

test.each([
  [{ name: 'Sin Medio' }, 'mail', 'Escribe un correo o un teléfono.'],
  [{ name: ' ', phone: '5512345678' }, 'name', 'Escribe el nombre.'],
  [{ name: 'X', mail: 'sin arroba' }, 'mail', 'Escribe un correo válido, como nombre@ejemplo.com.'],
  [{ name: 'X', phone: '12' }, 'phone', 'El teléfono tiene entre 7 y 20 dígitos.'],
])('E-10.205: %j is rejected at its field', async (input, path, message) => {
  const answer = await create(input);
  expect(answer).toMatchObject({ status: 400 });
  expect(answer.issues).toEqual([{ path, message }]);
  expect(await findByName(input.name.trim())).toEqual([]);
});
