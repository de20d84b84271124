import { Menu } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconMail, IconPhone } from '@tabler/icons-react';
import { buttonIcon } from '../buttons/LinkButton.tsx';
import { OpenMenu } from '../menu/OpenMenu.tsx';
import { copyText } from '../toasts/notify.tsx';
import classes from './Contact.module.css';
import { mailLink, phoneLink, whatsAppLink } from './Contact.tsx';

interface ContactActionsProps {
  /** Empty without a phone. */
  phone: string;
  email: string;
  onClose: () => void;
}

/** A menu to call, to write and to copy. A separate module, loaded on demand. */
export default function ContactActions({ phone, email, onClose }: ContactActionsProps) {
  const call = phoneLink(phone);
  const chat = whatsAppLink(phone);
  const write = mailLink(email);
  return (
    <OpenMenu position="bottom-end" onClose={onClose} className={classes.actions ?? ''}>
      {call && (
        <Menu.Item component="a" href={call} leftSection={<IconPhone {...buttonIcon} />}>
          Llamar al {phone}
        </Menu.Item>
      )}
      {chat && (
        <Menu.Item
          component="a"
          href={chat}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp {...buttonIcon} />}
          aria-label={`WhatsApp al ${phone} (se abre en otra pestaña)`}
        >
          WhatsApp
        </Menu.Item>
      )}
      {write && (
        <Menu.Item component="a" href={write} leftSection={<IconMail {...buttonIcon} />}>
          Escribir a {email}
        </Menu.Item>
      )}
      {phone !== '' && <CopyItem text={phone} noun="teléfono" />}
      {email !== '' && <CopyItem text={email} noun="correo" />}
    </OpenMenu>
  );
}

function CopyItem({ text, noun }: { text: string; noun: string }) {
  return (
    <Menu.Item
      leftSection={<IconCopy {...buttonIcon} />}
      onClick={() => void copyText(text, `el ${noun}`, { detail: text })}
    >
      Copiar {noun}
    </Menu.Item>
  );
}
