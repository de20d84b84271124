import { ActionIcon, Menu } from '@mantine/core';
import type { StaffAccount } from '@simiente/contract/accounts/calls';
import {
  IconCertificate,
  IconCircleCheck,
  IconDeviceMobileOff,
  IconDots,
  IconFingerprintOff,
  IconLink,
  IconLogout,
  IconPencil,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRowTab } from '../../ui/table/row-focus.ts';
import classes from './AccountsPage.module.css';
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

interface AccountMenuProps {
  account: StaffAccount;
  onAct: (act: AccountAct) => void;
}

/** The button at the end of a row, with the acts on the account. */
export function AccountMenu({ account, onAct }: AccountMenuProps) {
  const rowTab = useRowTab();
  return (
    <span className={`${classes.menu} si-above-link`}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={32} aria-label={`Acciones de ${account.name}`} {...rowTab}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
