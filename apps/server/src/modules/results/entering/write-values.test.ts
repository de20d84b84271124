import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { findValue, resultCalls } from '../../../testing/results/result-calls.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { send, findSets, doctor } = resultCalls(testApp);

const fsh = (value: string) => ({ analyte: 'fsh', value });
const outside = /^FSH \d+ mUI\/mL está fuera de lo posible .* Confírmalo o corrígelo\.$/;

test('H-A8, E-10.1301: an implausible value is stored only after a user confirms it, when entered, edited or corrected', async () => {
  const idUser = await addPatient(testApp().database.db);
  const issue = [{ path: 'values.1.value', message: expect.stringMatching(outside) }];
  const lh = { analyte: 'lh', value: '4' };
  const sample = { idUser, examType: 'Hormonal', values: [lh, fsh('5100')] };
  expect(await send('create', sample)).toMatchObject({ status: 400, issues: issue });
  expect(await send('create', { ...sample, confirmed: ['lh'] })).toMatchObject({ status: 400 });
  expect(await findSets(idUser)).toEqual([]);

  const created = (await send('create', { ...sample, confirmed: ['fsh'] })).data?.set;
  expect(findValue(created, 'fsh')).toMatchObject({ value: '5100' });
  const { idResultSet = '', version = 0 } = created ?? {};
  const edit = { idResultSet, version, values: [lh, fsh('6100')] };
  expect(await send('update', edit)).toMatchObject({ status: 400, issues: issue });
  // A confirmed value needs no second confirmation.
  const same = { idResultSet, version, values: [{ ...lh, value: '5' }, fsh('5100')] };
  expect(findValue((await send('update', same)).data?.set, 'lh')).toMatchObject({ value: '5' });

  const [stored] = await findSets(idUser, doctor());
  const acknowledged = stored?.checks.map(({ message }) => message);
  await send('validate', { idResultSet, acknowledged }, doctor());
  const correction = {
    idResultSet,
    reason: 'Así aparece en el reporte.',
    values: [lh, fsh('7100')],
  };
  expect(await send('correct', correction)).toMatchObject({ status: 400, issues: issue });
  const corrected = await send('correct', { ...correction, confirmed: ['fsh'] });
  expect(findValue(corrected.data?.set, 'fsh')).toMatchObject({ value: '7100' });
});
