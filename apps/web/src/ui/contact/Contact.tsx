import { ActionIcon } from '@mantine/core';
import { toE164 } from '@simiente/contract/common/phones';
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';
import { Hint } from '../hint/Hint.tsx';
import { useRowTab } from '../table/row-focus.ts';
import { copyText } from '../toasts/notify.tsx';
import classes from './Contact.module.css';

interface ContactProps {
  /** The person's name, for the label of the copy button: 'Copiar el teléfono de Ana Ruiz'. */
  name: string;
  /** In a table row: without a copy button, above the link that covers the row, and in the tab order with the row. */
  inRow?: boolean;
}

/** A phone number to call, to write to by WhatsApp and to copy; renders nothing without one. */
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
      {chat && <WhatsAppLink href={chat} label={`WhatsApp al ${number}`} />}
      {!inRow && <CopyButton text={number} noun="teléfono" name={name} />}
    </span>
  );
}

/** An e-mail address to write to and to copy; renders nothing without one. */
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
  /** Undefined for an invalid phone or address. */
  href: string | undefined;
  text: string;
  inRow: boolean;
}

function ContactLink({ href, text, inRow }: ContactLinkProps) {
  const rowTab = useRowTab();
  const [beforeAt, ...domain] = text.split(/(?=@)/);
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
      {...rowTab}
    >
      {/* A long e-mail address wraps before its domain. */}
      {beforeAt}
      {domain.length > 0 && <wbr />}
      {domain.join('')}
    </a>
  );
}

function WhatsAppLink({ href, label }: { href: string; label: string }) {
  const rowTab = useRowTab();
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
        {...rowTab}
      >
        <IconBrandWhatsapp size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

function CopyButton({ text, noun, name }: { text: string; noun: string; name: string }) {
  return (
    <Hint label="Copiar">
      <ActionIcon
        className={classes.action}
        size={28}
        aria-label={`Copiar el ${noun} de ${name}`}
        onClick={() => void copyText(text, `el ${noun}`, { detail: text })}
      >
        <IconCopy size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

const MIN_SHORT_DIGITS = 3;
const MAX_SHORT_DIGITS = 6;

/** A `tel:` URI of a complete number or a short one, such as 911; undefined for incomplete and ambiguous numbers. */
export function phoneLink(phone: string): string | undefined {
  const text = phone.trim();
  const isShort =
    /^\d+$/.test(text) && text.length >= MIN_SHORT_DIGITS && text.length <= MAX_SHORT_DIGITS;
  const number = isShort ? text : toE164(text);
  return number && `tel:${number}`;
}

/** Opens the conversation with a number. WhatsApp receives the number only when the link is followed. */
export function whatsAppLink(phone: string): string | undefined {
  const number = toE164(phone);
  return number && `https://wa.me/${number.slice(1)}`;
}

/** The address is encoded, so that a malicious one adds neither a second recipient nor a line to the message. */
export function mailLink(email: string): string | undefined {
  const [local, domain, ...more] = email.trim().split('@');
  if (!local || !domain || more.length > 0 || /\s/.test(local + domain)) return undefined;
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`;
}
