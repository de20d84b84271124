import { ActionIcon } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';
import { Hint } from '../hint/Hint.tsx';
import { notifyError, notifySuccess } from '../toasts/notify.tsx';
import classes from './Contact.module.css';
import { mailLink, phoneLink, whatsAppLink } from './contact-links.ts';

interface ContactProps {
  /** Whose it is, for readers: 'Copiar el teléfono de Ana Ruiz'. */
  name: string;
  /**
   * In the row of a table: no copy button, above the row's link, and out of the tab order, where it would
   * be a stop in every row.
   */
  inRow?: boolean;
}

/** A phone number to call, to write to by WhatsApp and to copy. Nothing where there is none. */
export function PhoneContact({
  phone,
  name,
  inRow = false,
}: ContactProps & { phone: string | null }) {
  const number = phone?.trim();
  if (!number) return null;
  const chat = whatsAppLink(number);
  return (
    <span className={classes.contact} data-in-row={inRow || undefined}>
      <ContactLink href={phoneLink(number)} text={number} inRow={inRow} />
      {chat && (
        <WhatsAppLink
          href={chat}
          label={`WhatsApp al ${number}`}
          tabIndex={inRow ? -1 : undefined}
        />
      )}
      {!inRow && <CopyButton text={number} noun="teléfono" name={name} />}
    </span>
  );
}

/** An e-mail address to write to and to copy. Nothing where there is none. */
export function EmailContact({
  email,
  name,
  inRow = false,
}: ContactProps & { email: string | null }) {
  const address = email?.trim();
  if (!address) return null;
  return (
    <span className={classes.contact} data-in-row={inRow || undefined}>
      <ContactLink href={mailLink(address)} text={address} inRow={inRow} />
      {!inRow && <CopyButton text={address} noun="correo" name={name} />}
    </span>
  );
}

interface ContactLinkProps {
  /** Undefined for what cannot be called or written to. */
  href: string | undefined;
  text: string;
  inRow: boolean;
}

function ContactLink({ href, text, inRow }: ContactLinkProps) {
  if (href === undefined) {
    return (
      <span className={classes.text} title={inRow ? text : undefined}>
        {text}
      </span>
    );
  }
  return (
    <a
      className={`${classes.text} ${classes.link} ${inRow ? 'si-above-link' : ''}`}
      href={href}
      title={inRow ? text : undefined}
      tabIndex={inRow ? -1 : undefined}
    >
      {text}
    </a>
  );
}

interface WhatsAppLinkProps {
  href: string;
  label: string;
  tabIndex: number | undefined;
}

function WhatsAppLink({ href, label, tabIndex }: WhatsAppLinkProps) {
  return (
    <Hint label="WhatsApp">
      <ActionIcon
        className={`${classes.action} si-above-link`}
        component="a"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        size={28}
        aria-label={`${label} (se abre en otra pestaña)`}
        tabIndex={tabIndex}
      >
        <IconBrandWhatsapp size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

interface CopyButtonProps {
  text: string;
  noun: 'teléfono' | 'correo';
  name: string;
}

function CopyButton({ text, noun, name }: CopyButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      notifySuccess(`Se copió el ${noun}`, { detail: text });
    } catch {
      notifyError(`No se pudo copiar el ${noun}`, { detail: 'Selecciónalo y cópialo a mano.' });
    }
  }
  return (
    <Hint label="Copiar">
      <ActionIcon
        className={classes.action}
        size={28}
        aria-label={`Copiar el ${noun} de ${name}`}
        onClick={() => void copy()}
      >
        <IconCopy size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
