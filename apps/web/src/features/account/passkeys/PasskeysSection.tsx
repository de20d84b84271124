import { useDisclosure } from '@mantine/hooks';
import {
  type Account,
  type AccountPasskey,
  MAX_PASSKEYS,
  twoFactorChange,
} from '@simiente/contract/account/calls';
import { IconFingerprint } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { postJson } from '../../../lib/api/send.ts';
import { canUsePasskeys } from '../../../lib/page-settings.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { IconTile } from '../../../ui/status/IconTile.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import classes from '../AccountPage.module.css';
import { OwnerModal } from '../confirmation/OwnerQuestion.tsx';
import type { Confirmation } from '../confirmation/use-owner-confirmation.ts';
import { endedSessionsDetail, refreshAccount } from '../use-account.ts';
import { AddPasskey } from './AddPasskey.tsx';

const REMOVE_PATH = '/api/auth/passkey/remove';

export function PasskeysSection({ account }: { account: Account }) {
  const { passkeys } = account;
  const [isAdding, adding] = useDisclosure(false);
  const [isRemoving, removing] = useDisclosure(false);
  // Stays set while the dialog closes, because the dialog names the passkey.
  const [passkeyToRemove, setPasskeyToRemove] = useState<AccountPasskey>();
  const list = useRef<HTMLUListElement>(null);
  const isFull = passkeys.length >= MAX_PASSKEYS;

  function askRemoval(passkey: AccountPasskey) {
    setPasskeyToRemove(passkey);
    removing.open();
  }

  async function remove({ idPasskey }: AccountPasskey, confirmation: Confirmation) {
    const request = { idPasskey, confirmation };
    const { ended } = await postJson(REMOVE_PATH, request, twoFactorChange.parse);
    removing.close();
    notifySuccess('Llave de acceso quitada', endedSessionsDetail(ended));
    refreshAccount();
    // The focused button disappears with its passkey.
    list.current?.focus();
  }

  return (
    <FormSection
      title="Llaves de acceso"
      reason="Entras con tu huella, tu rostro o el PIN de tu dispositivo, sin contraseña ni código."
    >
      <ul ref={list} tabIndex={-1} className={classes.card} aria-label="Llaves de acceso">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.idPasskey}
            passkey={passkey}
            onRemove={() => askRemoval(passkey)}
          />
        ))}
        <li className={classes.row}>
          <div className={classes.words}>
            {passkeys.length === 0 && <p className={classes.detail}>No tienes ninguna.</p>}
          </div>
          <Button
            kind="default"
            disabled={isFull || !canUsePasskeys()}
            disabledReason={
              isFull
                ? `Ya tienes ${MAX_PASSKEYS}. Quita una para agregar otra.`
                : 'Este navegador no admite llaves de acceso, o la dirección de Simiente no las permite.'
            }
            onClick={adding.open}
          >
            Agregar llave de acceso
          </Button>
        </li>
      </ul>
      <AddPasskey opened={isAdding} account={account} onClose={adding.close} />
      {passkeyToRemove && (
        <OwnerModal
          opened={isRemoving}
          title="¿Quitar esta llave de acceso?"
          action="Quitar"
          kind="danger"
          account={account}
          path={REMOVE_PATH}
          onClose={removing.close}
          onConfirm={(confirmation) => remove(passkeyToRemove, confirmation)}
        >
          Ya no podrás entrar con «{passkeyToRemove.name}». Se cerrarán tus otras sesiones. También
          puedes borrarla después en tu dispositivo.
        </OwnerModal>
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
      <Button kind="default" aria-label={`Quitar la llave ${name}`} onClick={onRemove}>
        Quitar
      </Button>
    </li>
  );
}
