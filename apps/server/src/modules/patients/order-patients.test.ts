import type { PatientSort } from '@simiente/contract/patients/filters';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { getNames, patientList } from '../../testing/calls/patient-list.ts';

const { replacePatients, list } = patientList(sharedApplication());

describe('the order of patients', () => {
  const listSorted = async (sort: PatientSort) => getNames(await list({ sort }));

  test('E-2.53: treats missing dates as the oldest; by last access they are last in both directions', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    await replacePatients([
      { name: 'segunda', createdAt: at(2), lastAccessAt: at(20) },
      { name: 'sin', createdAt: null, lastAccessAt: null },
      { name: 'tercera', createdAt: at(3), lastAccessAt: at(10) },
      {
        name: 'antigua',
        createdAt: new Date('1900-01-01'),
        lastAccessAt: new Date('1950-01-01'),
      },
    ]);
    expect(await listSorted('-createDate')).toEqual(['tercera', 'segunda', 'antigua', 'sin']);
    expect(await listSorted('createDate')).toEqual(['sin', 'antigua', 'segunda', 'tercera']);
    expect(await listSorted('-lastConnection')).toEqual(['segunda', 'tercera', 'antigua', 'sin']);
    expect(await listSorted('lastConnection')).toEqual(['antigua', 'tercera', 'segunda', 'sin']);
    expect(getNames(await list())).toEqual(await listSorted('-createDate'));
  });

  test('by name follows Spanish: accents as their letters, ñ after n, case last', async () => {
    const names = [
      'Álvarez',
      'alvarez',
      'Alzate',
      'Nunez',
      'Núñez',
      'Nz',
      'Ñandú',
      'Oca',
      'Zúñiga',
    ];
    await replacePatients(names.toReversed().map((name) => ({ name })));
    const expected = [
      'alvarez',
      'Álvarez',
      'Alzate',
      'Nunez',
      'Núñez',
      'Nz',
      'Ñandú',
      'Oca',
      'Zúñiga',
    ];
    expect(await listSorted('name')).toEqual(expected);
    expect(await listSorted('-name')).toEqual(expected.toReversed());
    expect(expected).toEqual([...names].sort(new Intl.Collator('es').compare));
  });

  test('by status follows the status groups', async () => {
    await replacePatients(
      [7, 3, null, 1, 2].map((status, index) => ({
        id: `status-${index}`,
        status,
        name: `${status}`,
      })),
    );
    expect(await listSorted('status')).toEqual(['1', '2', '3', '7', 'null']);
    expect(await listSorted('-status')).toEqual(['null', '7', '3', '2', '1']);
  });

  test('is total: equal rows are ordered by id, in the order’s direction', async () => {
    const ids = ['tie-a', 'tie-b', 'tie-c', 'tie-d'];
    const same = { name: 'Ana', status: 1, createdAt: new Date('2026-01-01'), lastAccessAt: null };
    await replacePatients(ids.map((id) => ({ id, ...same })).toReversed());
    for (const sort of ['createDate', 'lastConnection', 'name', 'status'] as const) {
      const asc = (await list({ sort })).userData.map(({ idUser }) => idUser);
      const desc = (await list({ sort: `-${sort}` })).userData.map(({ idUser }) => idUser);
      expect(asc).toEqual(ids);
      expect(desc).toEqual(ids.toReversed());
    }
  });
});
