import { describe, expect, test } from 'vitest';
import { doctors } from '../../schema/doctors.ts';
import { branches, partners } from '../../schema/partners.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addBranch, addDoctor, addPartner } from '../../testing/records.ts';

const testApp = sharedApplication();

async function findDuplicates(url: string, typed: object): Promise<(readonly string[])[]> {
  const answer = await testApp().staff.request({ method: 'POST', url, payload: typed });
  expect(answer.statusCode).toBe(200);
  const { data } = answer.json<{ data: { duplicates: { name: string; matched: string[] }[] } }>();
  return data.duplicates.map(({ name, matched }) => [name, ...matched]);
}

const db = () => testApp().database.db;

async function empty() {
  await db().delete(branches);
  await db().delete(partners);
  await db().delete(doctors);
}

describe('E-10.260: duplicate partners', () => {
  const search = (typed: object) => findDuplicates('/v1/partner/duplicates', typed);

  test('are found by the same words in the name or the same website, matches of both first', async () => {
    await empty();
    await addPartner(db(), { name: 'Clínica San José, S.C.', website: 'https://sanjose.example/' });
    await addPartner(db(), { name: 'Otra', website: 'http://www.SanJose.example' });
    await addPartner(db(), { name: 'Clínica San José Sur', website: 'https://sur.example' });
    await addPartner(db(), {
      name: 'Clinica San Jose SC',
      website: 'https://otro.example',
      deletedAt: new Date(),
    });
    const typed = { name: ' CLINICA  san jose s c', website: 'https://sanjose.example' };
    expect(await search(typed)).toEqual([
      ['Clínica San José, S.C.', 'name', 'website'],
      ['Otra', 'website'],
    ]);
    expect(await search({ website: 'https://sanjose.example/norte' })).toEqual([]);
    expect(await search({ name: 'San José' })).toEqual([]);
    for (const emptySearch of [{}, { name: '' }, { name: '--' }, { name: '%' }, { website: ' ' }]) {
      expect(await search(emptySearch)).toEqual([]);
    }
  });
});

describe('E-10.260: duplicate branches', () => {
  test('are found by the same words in the name or the address, within one partner', async () => {
    await empty();
    const partnerId = await addPartner(db());
    const address = { calle: 'Álvaro Obregón 182', colonia: 'Roma Norte' };
    await addBranch(db(), partnerId, { name: 'Roma', address, phone: '55 1111 2222' });
    await addBranch(db(), partnerId, { name: 'Del Valle', phone: '55 1111 2222' });
    await addBranch(db(), await addPartner(db()), { name: 'Roma' });
    const search = (typed: object) =>
      findDuplicates('/v1/partner/branch-duplicates', { idPartner: partnerId, ...typed });
    expect(await search({ name: 'ROMA' })).toEqual([['Roma', 'name']]);
    expect(await search({ name: 'Nueva', address: 'alvaro obregon 182 Roma Norte' })).toEqual([
      ['Roma', 'address'],
    ]);
    expect(await search({})).toEqual([]);
    // Saving the form reports that its partner is deleted.
    expect(
      await findDuplicates('/v1/partner/branch-duplicates', { idPartner: 'none', name: 'Roma' }),
    ).toEqual([]);
  });
});

describe('E-10.260: duplicate doctors', () => {
  test('are found by the same words in the name, also inactive ones', async () => {
    await empty();
    await addDoctor(db(), { name: 'Inés Robles', retiredAt: new Date() });
    await addDoctor(db(), { name: 'Inés Robles Luna' });
    expect(await findDuplicates('/v1/doctor/duplicates', { name: 'ines robles' })).toEqual([
      ['Inés Robles', 'name'],
    ]);
  });
});
