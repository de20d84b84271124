import { cleanNotifications } from '@mantine/notifications';
import type { EmergencyAccess as EmergencyAccessRecord } from '@simiente/contract/emergency-access/calls';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fill, renderRouted } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { EmergencyAccess } from './EmergencyAccess.tsx';
import { EmergencyAccesses } from './EmergencyAccesses.tsx';

afterEach(() => {
  act(() => cleanNotifications());
  queryClient.clear();
  vi.unstubAllGlobals();
});

const ACCESS_NAME = { name: 'Acceso de emergencia' };

/** Opens the dialog and collects its requests. */
async function openDialog() {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    return Response.json({ status: 200, data: { until: '2026-11-23T18:42:00.000Z' } });
  });
  signInWith('patients.read', 'emergency.open');
  renderRouted(<EmergencyAccess idUser="usr_1" name="Luis Mora" isOpen={false} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', ACCESS_NAME));
  const reason = await screen.findByRole('textbox', { name: /Motivo/ });
  const submit = async () =>
    user.click(await screen.findByRole('button', { name: 'Abrir por 4 horas' }));
  return { sent, user, reason, submit };
}

test('E-10.296: an emergency access is opened for the patient, with the reason', async () => {
  const { sent, user, reason, submit } = await openDialog();
  expect(screen.getByRole('dialog', ACCESS_NAME).textContent).toContain('Luis Mora');
  await fill(user, reason, ' Llegó inconsciente ');
  await submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ idUser: 'usr_1', reason: 'Llegó inconsciente' }]);
});

test('E-10.296: an emergency access is not opened with a reason of fewer than 10 characters', async () => {
  const { sent, user, reason, submit } = await openDialog();
  await user.type(reason, 'urge');
  await submit();
  expect(await screen.findByText('Escribe el motivo con al menos 10 caracteres.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test.each([
  ['a user who may not open one', ['patients.read']],
  ['a user who sees everything already', ['emergency.open', 'exams.open', 'reports.read']],
] as const)('E-10.296: an emergency access is not offered to %s', async (_, capabilities) => {
  signInWith(...capabilities);
  renderRouted(
    <>
      <EmergencyAccess idUser="usr_1" name="Luis Mora" isOpen={false} />
      <p>Fin de la página</p>
    </>,
  );
  await screen.findByText('Fin de la página');
  expect(screen.queryByRole('button', ACCESS_NAME)).toBeNull();
});

test('E-10.296: recent emergency accesses are listed with account, patient and reason', async () => {
  const access: EmergencyAccessRecord = {
    idUser: 'usr_1',
    patientName: 'Luis Mora',
    openedBy: 'Ana Ríos',
    reason: 'Llegó inconsciente',
    openedAt: '2026-11-20T18:42:00.000Z',
    until: '2026-11-20T22:42:00.000Z',
  };
  vi.stubGlobal('fetch', async () =>
    Response.json({
      status: 200,
      data: {
        accesses: [
          access,
          { ...access, openedBy: null, idUser: 'usr_2' },
          { ...access, idUser: 'usr_3', patientName: null },
        ],
      },
    }),
  );
  signInWith('accesses.read');
  renderRouted(<EmergencyAccesses />);
  const region = await screen.findByRole('region', { name: 'Accesos de emergencia' });
  expect(region.textContent).toContain('Ana Ríos abrió los informes y archivos de Luis Mora');
  expect(region.textContent).toContain('Una cuenta eliminada abrió');
  expect(region.textContent).toContain('archivos de un paciente eliminado');
  expect(region.textContent).toContain('«Llegó inconsciente»');
});
