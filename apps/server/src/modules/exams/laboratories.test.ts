import { expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { addPartner } from '../../testing/records.ts';

const running = sharedApplication();

test('laboratories are listed by name and searched without accents, and orders offer every type of partner', async () => {
  const { db } = running().database;
  await addPartner(db, { name: 'Óptima Análisis', type: 'Laboratorio' });
  await addPartner(db, { name: 'Optima Clínica', type: 'Clínica' });
  await addPartner(db, { name: 'Optima ida', type: 'Laboratorio', deletedAt: new Date() });
  const names = async (query: string) => {
    const { body } = await running().staff.get(`/v1/exam/laboratories?${query}`);
    const { laboratories } = (body as { data: { laboratories: { name: string }[] } }).data;
    return laboratories.map(({ name }) => name);
  };
  expect(await names('search=optima')).toEqual(['Óptima Análisis']);
  expect(await names('search=optima&everyType=true')).toEqual([
    'Óptima Análisis',
    'Optima Clínica',
  ]);
});
