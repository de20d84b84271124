import { useDisclosure } from '@mantine/hooks';
import { type Account, twoFactorChange } from '@simiente/contract/account/calls';
import { IconLink } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { postJson } from '../../../lib/api/send.ts';
import { providerName } from '../../../lib/page-settings.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { IconTile } from '../../../ui/status/IconTile.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { askProvider } from '../../session/public.ts';
import classes from '../AccountPage.module.css';
import { OwnerModal } from '../confirmation/OwnerQuestion.tsx';
import type { Confirmation } from '../confirmation/use-owner-confirmation.ts';
import { endedDetail, useRefreshAccount } from '../use-account.ts';

const REMOVE = '/api/auth/provider/remove';

/** The account at the OpenID Connect provider with which the user's own one signs in. */
export function ProviderSection({ account }: { account: Account }) {
  const { provider } = account;
  // A binding can be removed even after the installation lost its provider.
  const name = providerName() ?? 'el servicio externo';
  const [opened, dialog] = useDisclosure(false);
  // Fixed when a dialog opens, so that it does not change to the other one while it closes.
  const [isRemoving, setRemoving] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const refresh = useRefreshAccount();
  if (provider === null && providerName() === undefined) return null;

  async function confirm(confirmation: Confirmation) {
    if (isRemoving) {
      const { ended } = await postJson(REMOVE, { confirmation }, twoFactorChange.parse);
      notifySuccess('Vínculo quitado', endedDetail(ended));
    } else {
      await askProvider('bind', { confirmation });
      notifySuccess('Cuenta vinculada', { detail: name });
    }
    dialog.close();
    refresh();
    list.current?.focus();
  }

  return (
    <FormSection
      title="Cuenta externa"
      reason={`Para entrar con tu cuenta de ${name}, sin la contraseña de Simiente.`}
    >
      <ul ref={list} tabIndex={-1} className={classes.card} aria-label="Cuenta externa">
        <li className={classes.row}>
          <IconTile icon={IconLink} />
          <div className={classes.words}>
            {provider === null ? (
              <p className={classes.detail}>No tienes ninguna vinculada.</p>
            ) : (
              <>
                <p className={classes.name}>{provider.label ?? name}</p>
                <p className={classes.detail}>
                  {provider.lastUsedAt === null ? 'Vinculada ' : 'Último uso: '}
                  <DateText value={provider.lastUsedAt ?? provider.createdAt} hour />
                </p>
              </>
            )}
          </div>
          <LockButton
            kind="default"
            onClick={() => {
              setRemoving(provider !== null);
              dialog.open();
            }}
          >
            {provider === null ? `Vincular con ${name}` : 'Quitar vínculo'}
          </LockButton>
        </li>
      </ul>
      <OwnerModal
        opened={opened}
        title={isRemoving ? '¿Quitar el vínculo?' : `Vincular con ${name}`}
        action={isRemoving ? 'Quitar vínculo' : 'Continuar'}
        kind={isRemoving ? 'danger' : 'normal'}
        account={account}
        path={isRemoving ? REMOVE : '/api/auth/provider/bind'}
        onClose={dialog.close}
        onConfirm={confirm}
      >
        {isRemoving
          ? `Ya no podrás entrar con tu cuenta de ${name}. Se cerrarán tus otras sesiones.`
          : `Primero confirma que eres tú. Después entra a tu cuenta de ${name} en la ventana que se abre.`}
      </OwnerModal>
    </FormSection>
  );
}
