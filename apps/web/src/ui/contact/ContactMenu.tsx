import { ActionIcon } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useMenuButton } from '../menu/use-menu-button.ts';
import { useRowTab } from '../table/row-focus.ts';
import classes from './Contact.module.css';

const ContactActions = lazyOnUse(() => import('./ContactActions.tsx'));

interface ContactMenuProps {
  name: string;
  phone: string | null;
  email: string | null;
}

/** A button for the menu to call, to write and to copy. Renders nothing without a phone or an e-mail address. */
export function ContactMenu({ name, phone, email }: ContactMenuProps) {
  const menu = useMenuButton();
  const rowTab = useRowTab();
  if (!phone?.trim() && !email?.trim()) return null;
  return (
    <span className={classes.menu}>
      <ActionIcon
        {...menu.buttonProps}
        size={28}
        aria-label={`Contacto de ${name}`}
        title="Contacto"
        {...rowTab}
        onClick={menu.open}
      >
        <IconAddressBook size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      {menu.isOpen && (
        <ContactActions
          phone={phone?.trim() ?? ''}
          email={email?.trim() ?? ''}
          onClose={menu.close}
        />
      )}
    </span>
  );
}
