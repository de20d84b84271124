import { Menu } from '@mantine/core';
import type { Role } from '@simiente/contract/common/roles';
import { useNavigate } from '@tanstack/react-router';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { viewAs } from '../session/public.ts';
import { offeredRoles, roleWords } from './account-words.ts';

/** 'Ver como…': the product as a role sees it, in this tab. */
export function ViewAsMenu() {
  const navigate = useNavigate();
  const failure = useFailureToast();
  const choose = (role: Role) => {
    failure.clear();
    viewAs(role).then(
      () => navigate({ to: '/home' }),
      (error: Error) => failure.tell('No se pudo cambiar la vista', { detail: error.message }),
    );
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <LockButton kind="default">Ver como…</LockButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Lo que ve cada rol, sin nada que tu cuenta no vea</Menu.Label>
        {offeredRoles.map((role) => (
          <Menu.Item key={role} onClick={() => choose(role)}>
            {roleWords[role].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
