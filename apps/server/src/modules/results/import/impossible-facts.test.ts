import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles, summary } from '../../../testing/results/laboratory-files.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';
import { resultCalls, semen } from '../../../testing/results/result-calls.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { deliver } = laboratoryFiles(testApp);
const { post, findOnlySet } = laboratorySender(testApp);
const { send } = resultCalls(testApp);

const columns = {
  ID: 'patient',
  Fecha: 'collectedAt',
  Abstinencia: 'abstinenceDays',
  Ayuno: 'fastingHours',
  Volumen: 'volume',
};
const deliverRow = async (...cells: string[]) => {
  const row = [await addPatient(db()), ...cells, '2.1'].join(';');
  return deliver(`${Object.keys(columns).join(';')}\n${row}`, { columns });
};

test('E-10.3255: 1 January 1900, which stands for an unknown date, is not stored', async () => {
  const file = await deliverRow('01/01/1900', '3', '8');
  expect(summary(file)).toEqual([0, 0, 0, 1]);
  expect(file.refused[0]?.problem).toContain('anterior a 1950');

  const patient = await addPatient(db());
  await post(makeMessage({ patient, collectedAt: '19000101' }));
  const set = await findOnlySet(patient);
  expect(set.collectedAt).toBeNull();
  expect(set.values.at(-1)?.text).toContain('«19000101». La fecha no puede ser anterior a 1950.');

  const idUser = await addPatient(db());
  const typed = await send('create', { idUser, ...semen, collectedAt: '1900-01-01' });
  expect(typed).toMatchObject({ status: 400, issues: [{ path: 'collectedAt' }] });
});

test('E-10.3256: abstinence and fasting have limits in every way of entry', async () => {
  for (const row of [
    ['14/01/2026', '20260114', '8'],
    ['14/01/2026', '3', '800'],
    ['14/01/2026', '3', '30 d'],
  ]) {
    expect(summary(await deliverRow(...row)), row.join()).toEqual([0, 0, 0, 1]);
  }
  expect(summary(await deliverRow('14/01/2026', '3', '3 d'))).toEqual([1, 0, 0, 0]);

  const idUser = await addPatient(db());
  const typed = await send('create', { idUser, ...semen, fastingHours: '800' });
  expect(typed).toMatchObject({ status: 400, issues: [{ path: 'fastingHours' }] });

  const patient = await addPatient(db());
  const rest = [
    'OBX|1|NM|9780-8^Concentración^LN||14.5|10*6/mL|||||F',
    'OBX|2|NM|10587-4^Abstinencia^LN||20260114|d|||||F',
  ];
  await post(makeMessage({ patient, rest }));
  const set = await findOnlySet(patient);
  expect(set.abstinenceDays).toBeNull();
  expect(set.values.some(({ text }) => text?.includes('20260114'))).toBe(true);
});
