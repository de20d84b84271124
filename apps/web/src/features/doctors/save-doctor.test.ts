import { errorBody } from '@simiente/contract/common/errors';
import type { Doctor } from '@simiente/contract/doctors';
import { afterEach, expect, test, vi } from 'vitest';
import { saveDoctor } from './save-doctor.ts';

const current: Doctor = {
  idDoctor: 'doc_1',
  name: 'Renata Olvera',
  email: 'renata@example.org',
  specialties: ['Andrología'],
  appointmentMinutes: 45,
  workingDays: [{ weekday: 1, from: '09:00', to: '14:00' }],
  retiredAt: null,
  upcoming: 3,
  version: 2,
};

/** An edit that was made from the version before the current one. */
function edit(fields: Partial<Doctor>) {
  const stale = errorBody('STALE_VERSION', { details: { current } });
  vi.stubGlobal('fetch', async () => Response.json(stale, { status: 409 }));
  return saveDoctor({ fields, idDoctor: 'doc_1', version: 1 });
}

afterEach(() => vi.unstubAllGlobals());

test('an edit that meets itself, its answer lost, is saved', async () => {
  const { name, workingDays } = current;
  await expect(edit({ name, workingDays })).resolves.toEqual(current);
});

test('an edit that meets somebody else’s is refused', async () => {
  await expect(edit({ name: 'Renata Olvera', appointmentMinutes: 30 })).rejects.toMatchObject({
    code: 'STALE_VERSION',
  });
});
