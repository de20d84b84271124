import { expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { addPartner } from '../../testing/records.ts';

const testApp = sharedApplication();

test('laboratories are listed by name and searched without accents, and orders offer every type of partner', async () => {
  const { db } = testApp().database;
  await addPartner(db, { name: 'Óptima Análisis', type: 'Laboratorio' });
  await addPartner(db, { name: 'Optima Clínica', type: 'Clínica' });
  await addPartner(db, { name: 'Optima ida', type: 'Laboratorio', deletedAt: new Date() });
  const names = async (query: string) => {
    const { body } = await testApp().staff.get(`/v1/exam/laboratories?${query}`);
    const { laboratories } = (body as { data: { laboratories: { name: string }[] } }).data;
    return laboratories.map(({ name }) => name);
  };
  expect(await names('search=optima')).toEqual(['Óptima Análisis']);
  expect(await names('search=optima&everyType=true')).toEqual([
    'Óptima Análisis',
    'Optima Clínica',
  ]);
});
