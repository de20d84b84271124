import { dayIn } from '@simiente/contract/common/days';
import { expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { privacyNotices, privacyReceipts } from '../../schema/privacy-notices.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addNotice, addPatient } from '../../testing/records.ts';

const timeZone = 'America/Mexico_City';
const testApp = sharedApplication({ clinicTimeZone: timeZone });
const db = () => testApp().database.db;
const today = () => dayIn(timeZone, new Date());

interface Answer {
  status: number;
  issues?: { path: string }[];
  data: {
    notices: { idNotice: string; isInForce: boolean; received: number }[];
    receipts: { effectiveOn: string; isInForce: boolean; way: string; recordedBy: string }[];
    isAnyInForce: boolean;
    userData: { name: string }[];
    total: number;
  };
}
const post = async (url: string, payload: object) =>
  (await testApp().staff.request({ method: 'POST', url, payload })).json<Answer>();
const read = async (url: string) => (await testApp().staff.get(url)).body as Answer;
const hand = (idUser: string, fields: object = {}) =>
  post('/v1/privacy-notices/hand', { idUser, receivedOn: today(), way: 'paper', ...fields });
const listLacking = async () =>
  (await read('/v1/user/list?withoutNotice=true&sort=name')).data.userData.map(({ name }) => name);

test('E-10.1860: a patient receives the version in force, and a new one lists the patients who lack it', async () => {
  await db().delete(privacyReceipts);
  await db().delete(privacyNotices);
  await db().delete(patients);
  const ana = await addPatient(db(), { name: 'Ana' });
  await addPatient(db(), { name: 'Berta' });
  expect(await hand(ana)).toMatchObject({ status: 409 });
  await addNotice(db(), { effectiveOn: '2026-01-01' });
  await addNotice(db(), { effectiveOn: '2199-01-01' });
  expect((await hand(ana)).data).toMatchObject({
    receipts: [
      { effectiveOn: '2026-01-01', isInForce: true, way: 'paper', recordedBy: 'Mariana Solórzano' },
    ],
  });
  expect(await listLacking()).toEqual(['Berta']);

  const added = await post('/v1/privacy-notices/add', {
    ...{ effectiveOn: today(), shortText: 'Breve', fullText: 'Completo' },
    ...{ necessaryPurposes: 'Atenderle', voluntaryPurposes: 'Encuestas' },
  });
  expect(added.data.notices.map(({ isInForce, received }) => [isInForce, received])).toEqual([
    [false, 0],
    [true, 0],
    [false, 1],
  ]);
  expect(await listLacking()).toEqual(['Ana', 'Berta']);
  expect((await hand(ana, { way: 'email' })).data.receipts).toHaveLength(2);
  expect(await listLacking()).toEqual(['Berta']);
  const { data } = await read(`/v1/privacy-notices/of-patient?idUser=${ana}`);
  expect(data.receipts.map(({ isInForce }) => isInForce)).toEqual([true, false]);
});

test('E-10.2906: a patient received the version that was in force on the day of the receipt', async () => {
  await db().delete(privacyReceipts);
  await db().delete(privacyNotices);
  const idUser = await addPatient(db());
  for (const effectiveOn of ['2025-01-01', '2026-01-01']) await addNotice(db(), { effectiveOn });
  expect((await hand(idUser, { receivedOn: '2025-12-31' })).data.receipts).toMatchObject([
    { effectiveOn: '2025-01-01', isInForce: false },
  ]);
  expect(await hand(idUser, { receivedOn: '2024-12-31' })).toMatchObject({
    ...{ status: 409, issues: [{ path: 'receivedOn' }] },
  });
});

test('E-10.1860: a receipt in the future or without a receiver is rejected', async () => {
  const idUser = await addPatient(db());
  await addNotice(db());
  expect(await hand(idUser, { receivedOn: '2199-01-01' })).toMatchObject({
    status: 400,
    issues: [{ path: 'receivedOn' }],
  });
  expect((await hand('usr_nadie')).status).toBe(404);
});
