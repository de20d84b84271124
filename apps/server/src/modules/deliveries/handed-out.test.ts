import type { VersionRecipients } from '@simiente/contract/deliveries/calls';
import { expect, test } from 'vitest';
import { MANY_ATTEMPTS, sharedApplication } from '../../testing/application.ts';
import { addPatient, addReport } from '../../testing/records.ts';
import { deliveryRequests } from '../../testing/reports/report-visits.ts';
import { makeSigner } from '../../testing/reports/reports.ts';
import { addSignedReport, seal } from '../../testing/reports/signed-reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;
const { handOver, open, create, addSealed } = deliveryRequests(testApp);

const askedBy =
  ({ request }: Pick<Awaited<ReturnType<typeof makeSigner>>, 'request'>) =>
  async (idVersion: string): Promise<VersionRecipients> =>
    (await request({ url: '/v1/deliveries/of-version', query: { idVersion } })).json().data;

test('E-10.673, T-L10: an account that withdraws a version sees its links, opened or not, and its downloads', async () => {
  const doctor = await makeSigner(testApp());
  const reachedBy = askedBy(doctor);
  const untouched = await addSealed();
  expect(await reachedBy(untouched.idVersion)).toEqual({
    idUser: untouched.idUser,
    deliveries: [],
    earlier: [],
    downloads: [],
  });

  const handed = await handOver();
  await open(handed);
  await open(handed);
  // A second link closes the first one, which was already opened.
  await create(handed.idVersion);
  for (let times = 0; times < 2; times += 1) {
    await doctor.request({ url: `/v1/reports/${handed.idVersion}/pdf` });
  }
  const renamed = await doctor.request({
    method: 'PUT',
    url: '/v1/account/update',
    payload: { name: 'Otro Nombre', version: 1 },
  });
  expect(renamed.statusCode, renamed.body).toBe(200);
  const reached = await reachedBy(handed.idVersion);
  expect(reached.deliveries).toMatchObject([
    { state: 'open', opens: 0, openedAt: null },
    { idDelivery: handed.idDelivery, state: 'replaced', opens: 2, openedAt: expect.any(String) },
  ]);
  expect(reached.downloads).toEqual([
    { by: 'Mariana Solórzano', at: expect.any(String), times: 2 },
  ]);
});

test('E-10.673: an undelivered version lists the earlier versions that the patient opened', async () => {
  const doctor = await makeSigner(testApp());
  const handed = await handOver();
  await open(handed);
  // The second link of the same version is never opened.
  await create(handed.idVersion);
  const correction = await addSignedReport(db(), handed.idUser);
  await addSignedReport(db(), handed.idUser, { kind: 'first_medical' });
  await seal(testApp().database);
  expect(await askedBy(doctor)(correction)).toMatchObject({
    deliveries: [],
    earlier: [{ idDelivery: handed.idDelivery, versionState: 'superseded', opens: 1 }],
    downloads: [],
  });
  expect((await askedBy(doctor)(handed.idVersion)).earlier).toEqual([]);
});

test('E-10.673: a draft has no recipients, and an account that may not withdraw sees no links', async () => {
  const doctor = await makeSigner(testApp());
  const draft = await addReport(db(), await addPatient(db()), 'exam_ai', 'Un texto.');
  const listDeliveries = (request: typeof doctor.request, idVersion: string) =>
    request({ url: '/v1/deliveries/of-version', query: { idVersion } });
  expect((await listDeliveries(doctor.request, draft)).statusCode).toBe(404);
  const office = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, ['recepcion']);
  const { idVersion } = await addSealed();
  expect((await listDeliveries(office.request, idVersion)).statusCode).toBe(403);
});
