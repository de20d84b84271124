import { Menu } from '@mantine/core';
import type { StaffAccount } from '@simiente/contract/accounts/calls';
import {
  IconCertificate,
  IconCircleCheck,
  IconDeviceMobileOff,
  IconFingerprintOff,
  IconLink,
  IconLogout,
  IconPencil,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { OpenMenu } from '../../ui/menu/OpenMenu.tsx';
import { type AccountAct, actsOn } from './account-words.ts';

const items: Readonly<Record<AccountAct, readonly [icon: TablerIcon, label: string]>> = {
  'confirm-roles': [IconUserCheck, 'Confirmar roles'],
  edit: [IconPencil, 'Editar roles y médico'],
  identity: [IconCertificate, 'Identidad profesional'],
  link: [IconLink, 'Crear enlace para elegir contraseña'],
  'end-sessions': [IconLogout, 'Cerrar sesiones'],
  'reset-two-factor': [IconDeviceMobileOff, 'Quitar verificación en dos pasos'],
  'remove-passkeys': [IconFingerprintOff, 'Quitar llaves de acceso'],
  'remove-provider': [IconUnlink, 'Quitar vínculo externo'],
  suspend: [IconUserOff, 'Suspender'],
  activate: [IconCircleCheck, 'Activar'],
};

interface AccountMenuItemsProps {
  account: StaffAccount;
  onAct: (act: AccountAct) => void;
  onClose: () => void;
}

/** Open menu of an account. It is a module of its own, loaded at the first opening. */
export default function AccountMenuItems({ account, onAct, onClose }: AccountMenuItemsProps) {
  return (
    <OpenMenu position="bottom-end" onClose={onClose} onClick={(event) => event.stopPropagation()}>
      {actsOn(account).map((act) => {
        const [Icon, label] = items[act];
        const isInvitation = act === 'link' && account.state === 'invited';
        return (
          <Menu.Item
            key={act}
            leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
            onClick={() => onAct(act)}
          >
            {isInvitation ? 'Crear otro enlace de invitación' : label}
          </Menu.Item>
        );
      })}
    </OpenMenu>
  );
}
