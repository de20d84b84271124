import { Menu } from '@mantine/core';
import type { Role } from '@simiente/contract/common/access/roles';
import { useNavigate } from '@tanstack/react-router';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { notifyError } from '../../ui/toasts/notify.tsx';
import { viewAs } from '../session/public.ts';
import { offeredRoles, roleWords } from './account-words.ts';

/** 'Ver como…': the product as a role sees it, in this tab. */
export function ViewAsMenu() {
  const navigate = useNavigate();
  // First away from this page, which would be asked for as a role that may not see it.
  const choose = (role: Role) =>
    void navigate({ to: '/home' })
      .then(() => viewAs(role))
      .catch((error: Error) =>
        notifyError('No se pudo cambiar la vista', { detail: error.message }),
      );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <LockButton kind="default">Ver como…</LockButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Solo muestra lo que tu cuenta ya puede ver</Menu.Label>
        {offeredRoles.map((role) => (
          <Menu.Item key={role} onClick={() => choose(role)}>
            {roleWords[role].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
