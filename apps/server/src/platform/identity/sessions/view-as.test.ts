import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import { type Role, roleCapabilities } from '@simiente/contract/common/access/roles';
import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addExam, addFile, addPatient, addReport } from '../../../testing/records.ts';

const testApp = sharedApplication();
let accountCount = 0;

/** An account that views the product as a role. */
async function viewAs(roles: readonly Role[], role: string) {
  const account = await testApp().signInAs(`cuenta${accountCount++}@simiente.example`, roles);
  return (url: string) => account.request({ url, headers: { [VIEW_AS_HEADER]: role } });
}

const SESSION = '/api/auth/get-session';

test('E-10.349: an administrator sees the session and answers of a role', async () => {
  const { database, store } = testApp();
  const idUser = await addPatient(database.db);
  await addReport(database.db, idUser, 'exam_ai', 'Un informe');
  const fileId = await addFile(database.db, store);
  await addExam(database.db, idUser, { fileId });
  const history = `/v1/user/get-medical-history-patient?idUser=${idUser}`;

  const asReception = await viewAs(['todo', 'administracion'], 'recepcion');
  const session = (await asReception(SESSION)).json();
  expect(session.viewAs).toBe('recepcion');
  expect(session.capabilities.toSorted()).toEqual(roleCapabilities.recepcion.toSorted());
  expect((await asReception(history)).json().data).not.toHaveProperty('MedicalReportData');
  expect((await asReception(`/v1/files/${fileId}`)).statusCode).toBe(403);
  expect((await asReception('/v1/accounts/list')).statusCode).toBe(403);

  const asDoctor = await viewAs(['todo', 'administracion'], 'medico');
  expect((await asDoctor(history)).json().data).toHaveProperty('MedicalReportData');
});

test('E-10.349: a view gives nothing that the account does not have', async () => {
  const asDoctor = await viewAs(['administracion'], 'medico');
  const { capabilities } = (await asDoctor(SESSION)).json();
  expect(capabilities).not.toContain('reports.read');
  expect(capabilities).not.toContain('exams.open');
});

test('E-10.349: an account that does not administer has no other view, and a view of an unknown role is rejected', async () => {
  const asAdministration = await viewAs(['recepcion'], 'administracion');
  const session = (await asAdministration(SESSION)).json();
  expect(session).not.toHaveProperty('viewAs');
  expect(session.capabilities.toSorted()).toEqual(roleCapabilities.recepcion.toSorted());
  const asUnknownRole = await viewAs(['administracion'], 'jefatura');
  expect((await asUnknownRole(SESSION)).statusCode).toBe(400);
  expect((await asUnknownRole('/v1/user/get-all')).statusCode).toBe(400);
});
