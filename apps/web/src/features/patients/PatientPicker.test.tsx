import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { makePatientSummary } from '../../testing/patients.ts';
import { fill, renderRouted } from '../../testing/render.tsx';
import { answerRequests } from '../../testing/wire.ts';
import { PatientSelect } from './PatientPicker.tsx';

function Filter() {
  const [patient, setPatient] = useState<{ idUser: string; name: string } | null>(null);
  return <PatientSelect label="Paciente" value={patient} onChange={setPatient} />;
}

test('E-10.3462: a patient who was chosen by data from before a merge is shown by name, without another search', async () => {
  const user = userEvent.setup();
  const searched: unknown[] = [];
  answerRequests({
    'GET /v1/user/list': ({ query }) => {
      searched.push(query.get('search'));
      return {
        userData: [makePatientSummary({ name: 'Ana Ríos', earlier: 'Anita Robles' })],
        nextCursor: null,
        counts: { 1: 1, 2: 0, 3: 0, 4: 0 },
        countsAreCapped: false,
        total: 1,
        totalIsCapped: false,
      };
    },
  });
  renderRouted(<Filter />);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Paciente' });
  await user.clear(field);
  await fill(user, field, 'robles');
  await user.click(await screen.findByRole('option', { name: 'Ana Ríos (antes: Anita Robles)' }));
  await waitFor(() => expect(field.value).toBe('Ana Ríos'));
  await user.click(field);
  expect(await screen.findByRole('option', { name: 'todos' })).toBeTruthy();
  expect(new Set(searched)).toEqual(new Set(['robles']));
});

test('E-10.3850: a searched select keeps the typed text when matches return after a text without any', async () => {
  const user = userEvent.setup();
  answerRequests({
    'GET /v1/user/list': ({ query }) => {
      const userData =
        query.get('search') === 'anax' ? [] : [makePatientSummary({ name: 'Ana Ríos' })];
      return {
        ...{ userData, nextCursor: null, counts: { 1: 1, 2: 0, 3: 0, 4: 0 } },
        ...{ countsAreCapped: false, total: userData.length, totalIsCapped: false },
      };
    },
  });
  renderRouted(<Filter />);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Paciente' });
  await user.clear(field);
  await fill(user, field, 'anax');
  await screen.findByText(/Sin coincidencias/);
  await user.clear(field);
  await fill(user, field, 'ana');
  await screen.findByRole('option', { name: 'Ana Ríos' });
  expect(field.value).toBe('ana');
});
