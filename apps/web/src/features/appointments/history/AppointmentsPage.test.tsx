import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queries } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { renderRouted } from '../../../testing/render.tsx';
import { AppointmentsPage } from './AppointmentsPage.tsx';

afterEach(() => queryClient.clear());

test('E-10.200: the page has one link to its patient, beside the name', async () => {
  const history: MedicalHistory = {
    idUser: 'usr_1',
    name: 'Ana Paz',
    email: 'ana@correo.mx',
    phone: '33 0078 4209',
    userData: { test: { userName: null } },
    historyName: null,
    allExamns: { exams: [] },
    appointments: { recipeAppointments: [], doctorAppointments: [] },
  };
  const { queryKey } = queries.patients.getMedicalHistory.queryOptions({
    input: { idUser: 'usr_1' },
  });
  queryClient.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(queryKey, { status: 200, data: history });
  renderRouted(
    <AppointmentsPage
      idUser="usr_1"
      noun={['cita médica', 'citas médicas']}
      emptyTitle="Sin citas con médicos."
      cards={() => [<li key="one">Una</li>, <li key="two">Otra</li>]}
    />,
  );
  expect(await screen.findByText('Ana Paz · 2 citas médicas')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Contacto de Ana Paz' }));
  expect(await screen.findByRole('menuitem', { name: 'Llamar al 33 0078 4209' })).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: 'Escribir a ana@correo.mx' })).toBeTruthy();
});
