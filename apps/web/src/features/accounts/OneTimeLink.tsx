import { Modal, TextInput } from '@mantine/core';
import type { ShownLink, StaffAccount } from '@simiente/contract/accounts/calls';
import { IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFocusOnReturn, useOpenAfterMount } from '../../ui/focus.ts';
import { FormActions } from '../../ui/form/FormPage.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { copyText } from '../../ui/toasts/notify.tsx';
import classes from './OneTimeLink.module.css';

interface OneTimeLinkProps {
  link: ShownLink;
  name: string;
  /** Whether the account has a professional identity. */
  hasIdentity?: boolean;
  onClose: () => void;
}

/** A link, shown once, for the administrator to pass on. */
export function OneTimeLink({ link, name, hasIdentity = false, onClose }: OneTimeLinkProps) {
  const address = `${location.origin}${link.path}`;
  const element = useRef<HTMLDivElement>(null);
  useFocusOnReturn(element);

  return (
    <div ref={element} className={classes.link}>
      <p className={classes.words}>
        {link.kind === 'invitation'
          ? `Entrega este enlace a ${name}. Con él elige su contraseña y entra por primera vez.`
          : `Entrega este enlace a ${name}. Con él elige una contraseña nueva y se cierran sus sesiones; su verificación en dos pasos se conserva.`}
      </p>
      {hasIdentity && link.kind === 'password' && (
        <p className={classes.words}>
          Al usarlo, su identidad profesional queda suspendida hasta que la confirmen {name} y otra
          cuenta de administración.
        </p>
      )}
      <TextInput
        label="Enlace"
        readOnly
        data-autofocus
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={classes.note}>
        Sirve una sola vez, hasta <DateText value={link.until} hour />. No se vuelve a mostrar.
      </p>
      <FormActions>
        <Button kind="default" onClick={onClose}>
          Listo
        </Button>
        <Button icon={IconCopy} onClick={() => void copyText(address, 'el enlace')}>
          Copiar enlace
        </Button>
      </FormActions>
    </div>
  );
}

export interface CreatedLink {
  readonly account: StaffAccount;
  readonly link: ShownLink;
}

interface LinkDialogProps {
  opened: boolean;
  /** Stays the same while the dialog closes. */
  created: CreatedLink;
  onClose: () => void;
}

/** The new link of an existing account. */
export function LinkDialog({ opened, created: { account, link }, onClose }: LinkDialogProps) {
  const isShown = useOpenAfterMount(opened);
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      title={link.kind === 'invitation' ? 'Enlace de invitación' : 'Enlace para elegir contraseña'}
      size={520}
    >
      <OneTimeLink
        link={link}
        name={account.name}
        hasIdentity={account.identity !== null}
        onClose={onClose}
      />
    </Modal>
  );
}
