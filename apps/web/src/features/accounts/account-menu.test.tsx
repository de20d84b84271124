import type { StaffAccount } from '@simiente/contract/accounts/calls';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { AccountMenu } from './AccountsPage.tsx';

const account: StaffAccount = {
  idAccount: 'stf_1',
  name: 'Rosa Díaz',
  email: 'rosa@clinica.example',
  state: 'active',
  roles: ['recepcion'],
  pending: null,
  doctor: null,
  identity: null,
  twoFactor: false,
  passkeys: 0,
  provider: false,
  lastAccessAt: null,
  openSessions: 0,
  createdAt: '2026-11-20T18:00:00.000Z',
  own: false,
  version: 1,
};

async function readMenuItems(changes: Partial<StaffAccount>) {
  const onAction = vi.fn();
  const { unmount } = renderThemed(
    <AccountMenu account={{ ...account, ...changes }} onAction={onAction} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Acciones de Rosa Díaz' }));
  const items = await screen.findAllByRole('menuitem');
  const labels = items.map(({ textContent }) => textContent);
  return { items, labels, onAction, unmount };
}

test('E-10.347: the menu of an account offers the actions that its state allows', async () => {
  const listOffered = async (changes: Partial<StaffAccount>) => {
    const { labels, unmount } = await readMenuItems(changes);
    unmount();
    return labels;
  };
  const edit = ['Editar roles y médico', 'Identidad profesional'];
  expect(await listOffered({})).toEqual([
    ...edit,
    'Crear enlace para elegir contraseña',
    'Suspender',
  ]);
  expect(await listOffered({ twoFactor: true, passkeys: 1, openSessions: 2 })).toEqual([
    ...edit,
    'Crear enlace para elegir contraseña',
    'Cerrar sesiones',
    'Quitar verificación en dos pasos',
    'Quitar llaves de acceso',
    'Suspender',
  ]);
  expect(await listOffered({ state: 'invited' })).toEqual([
    ...edit,
    'Crear otro enlace de invitación',
    'Suspender',
  ]);
  expect(await listOffered({ state: 'suspended', twoFactor: true })).toEqual([...edit, 'Activar']);
});

test('S1, T-L1: roles that another administrator asked for can be confirmed', async () => {
  const pending = { roles: ['medico' as const], at: '2026-11-20T18:00:00.000Z' };
  const first = await readMenuItems({ pending: { ...pending, byOther: true } });
  expect(first.labels[0]).toBe('Confirmar roles');
  first.unmount();
  expect((await readMenuItems({ pending: { ...pending, byOther: false } })).labels[0]).toBe(
    'Editar roles y médico',
  );
});

test('E-10.346: the menu of the signed-in account offers only its roles', async () => {
  const { items, labels, onAction } = await readMenuItems({
    own: true,
    twoFactor: true,
    openSessions: 3,
  });
  expect(labels).toEqual(['Editar roles y médico']);
  await userEvent.click(items[0] as HTMLElement);
  expect(onAction).toHaveBeenCalledWith('edit');
});
