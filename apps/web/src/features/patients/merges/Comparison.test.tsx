import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyProduct } from '../../../testing/empty-product.ts';
import { makePatient } from '../../../testing/patients.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { errorResponse } from '../../../testing/wire.ts';

const NONE = [0, 0];
const counts = {
  ...{ exams: NONE, results: NONE, reports: NONE, appointments: NONE },
  ...{ orders: NONE, notes: NONE, consents: NONE, deliveries: NONE },
};
const curp = 'BOXW310820HNERXN09';
const kept = { idUser: 'usr_1', name: 'Ana Ruiz', birthDate: '1990-01-02' };

test.each([
  ['1990-01-02', [], true],
  ['1931-08-20', ['birthDate'], false],
])(
  'E-10.3549: the CURP of the other record with the birth date %s is taken by default: %s, %s',
  async (birthDate, warnings, isTaken) => {
    const other = { idUser: 'usr_2', name: 'Ana Ruiz', birthDate, curp };
    await openScreen('/pacientes/usr_1/fusionar?con=usr_2', {
      'GET /v1/user/get-one': () => makePatient(kept),
      'GET /v1/user/merge-preview': () => ({
        patients: [makePatient(kept), makePatient(other)],
        ...{ warnings, counts, signed: NONE, consents: [] },
      }),
    });
    const choice = await screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(curp) });
    expect(choice.checked).toBe(isTaken);
  },
);

test('E-10.3968: after a simultaneous merge of the same records, the kept one is shown', async () => {
  const { user, address } = await openScreen('/pacientes/usr_1/fusionar?con=usr_2', {
    ...emptyProduct,
    'GET /v1/user/get-one': () => makePatient(kept),
    'GET /v1/user/merge-preview': () => ({
      patients: [makePatient(kept), makePatient({ idUser: 'usr_2', name: 'Ana Ruiz Mora' })],
      ...{ warnings: [], counts, signed: NONE, consents: [] },
    }),
    'POST /v1/user/merge': () =>
      errorResponse('PATIENT_MERGED', { details: { idUser: 'usr_1', name: 'Ana Ruiz' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Fusionar' }));
  await screen.findByText('Otra persona ya los fusionó');
  await waitFor(() => expect(address()).toBe('/pacientes/usr_1'));
});
