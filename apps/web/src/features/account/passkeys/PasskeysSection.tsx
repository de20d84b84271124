import { useDisclosure } from '@mantine/hooks';
import {
  type Account,
  type AccountPasskey,
  MOST_PASSKEYS,
  twoFactorChange,
} from '@simiente/contract/account/calls';
import { IconFingerprint } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { postJson } from '../../../lib/api/send.ts';
import { canUsePasskeys } from '../../../lib/page-settings.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { IconTile } from '../../../ui/status/IconTile.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import classes from '../AccountPage.module.css';
import { OwnerModal } from '../confirmation/OwnerQuestion.tsx';
import type { Confirmation } from '../confirmation/use-owner-confirmation.ts';
import { endedDetail, useRefreshAccount } from '../use-account.ts';
import { AddPasskey } from './AddPasskey.tsx';

const REMOVE = '/api/auth/passkey/remove';

/** The passkeys of the account, each with a button that removes it. */
export function PasskeysSection({ account }: { account: Account }) {
  const { passkeys } = account;
  const [isAdding, adding] = useDisclosure(false);
  const [isRemoving, removing] = useDisclosure(false);
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<AccountPasskey>();
  const list = useRef<HTMLUListElement>(null);
  const isFull = passkeys.length >= MOST_PASSKEYS;

  function ask(passkey: AccountPasskey) {
    setAsked(passkey);
    removing.open();
  }

  return (
    <FormSection
      title="Llaves de acceso"
      reason="Entras con tu huella, tu rostro o el PIN de tu dispositivo, sin contraseña ni código."
    >
      <ul ref={list} tabIndex={-1} className={classes.card} aria-label="Llaves de acceso">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.idPasskey} passkey={passkey} onRemove={() => ask(passkey)} />
        ))}
        <li className={classes.row}>
          <div className={classes.words}>
            {passkeys.length === 0 && <p className={classes.detail}>No tienes ninguna.</p>}
          </div>
          <LockButton
            kind="default"
            disabled={isFull || !canUsePasskeys()}
            disabledReason={
              isFull
                ? `Ya tienes ${MOST_PASSKEYS}. Quita una para agregar otra.`
                : 'Este navegador no admite llaves de acceso, o la dirección de Simiente no las permite.'
            }
            onClick={adding.open}
          >
            Agregar llave de acceso
          </LockButton>
        </li>
      </ul>
      <AddPasskey opened={isAdding} account={account} onClose={adding.close} />
      {asked && (
        <RemovePasskey
          opened={isRemoving}
          account={account}
          passkey={asked}
          onClose={removing.close}
          onRemoved={() => list.current?.focus()}
        />
      )}
    </FormSection>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: AccountPasskey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={classes.row}>
      <IconTile icon={IconFingerprint} />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail}>
          {lastUsedAt === null ? 'Agregada ' : 'Último uso: '}
          <DateText value={lastUsedAt ?? createdAt} hour />
        </p>
      </div>
      <LockButton kind="default" aria-label={`Quitar la llave ${name}`} onClick={onRemove}>
        Quitar
      </LockButton>
    </li>
  );
}

interface RemovePasskeyProps {
  opened: boolean;
  account: Account;
  passkey: AccountPasskey;
  onClose: () => void;
  /** The focused button disappears with its passkey. */
  onRemoved: () => void;
}

function RemovePasskey({ opened, account, passkey, onClose, onRemoved }: RemovePasskeyProps) {
  const refresh = useRefreshAccount();

  async function remove(confirmation: Confirmation) {
    const { idPasskey } = passkey;
    const { ended } = await postJson(REMOVE, { idPasskey, confirmation }, twoFactorChange.parse);
    onClose();
    notifySuccess('Llave de acceso quitada', endedDetail(ended));
    refresh();
    onRemoved();
  }

  return (
    <OwnerModal
      opened={opened}
      title="¿Quitar esta llave de acceso?"
      action="Quitar"
      kind="danger"
      account={account}
      path={REMOVE}
      onClose={onClose}
      onConfirm={remove}
    >
      Ya no podrás entrar con «{passkey.name}». Se cerrarán tus otras sesiones. También puedes
      borrarla después en tu dispositivo.
    </OwnerModal>
  );
}
