import { Modal, TextInput } from '@mantine/core';
import { type Account, MAX_PASSKEY_NAME_LENGTH } from '@simiente/contract/account/calls';
import { describeDevice } from '@simiente/contract/format/device-words';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makeReader } from '../../../lib/api/answer-shape.ts';
import { postJson } from '../../../lib/api/send.ts';
import { createPasskey } from '../../../lib/webauthn.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { refreshSession } from '../../session/public.ts';
import { OwnerQuestion } from '../confirmation/OwnerQuestion.tsx';
import classes from '../two-factor/TwoFactor.module.css';
import { refreshAccount } from '../use-account.ts';

const PATH = '/api/auth/passkey';

type CreationOptions = Parameters<typeof createPasskey>[0];

const readOptions = makeReader<CreationOptions>({ challenge: 'string' });

interface AddPasskeyProps {
  opened: boolean;
  /** Undefined while the account lacks the required second step, because it cannot be read until then. */
  account?: Account;
  onClose: () => void;
}

/**
 * Confirms the owner, then asks for a name in a form whose button creates the passkey, because some browsers create a
 * passkey only during a click.
 */
export function AddPasskey({ opened, account, onClose }: AddPasskeyProps) {
  const [options, setOptions] = useState<CreationOptions>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setOptions(undefined)}
      title="Agregar una llave de acceso"
      size={460}
    >
      {options === undefined ? (
        <OwnerQuestion
          action="Continuar"
          account={account}
          path={`${PATH}/add-options`}
          onCancel={onClose}
          onConfirm={async (confirmation) =>
            setOptions(await postJson(`${PATH}/add-options`, confirmation, readOptions))
          }
        >
          Con ella entras con tu huella, tu rostro o el PIN de tu dispositivo. Primero confirma que
          eres tú.
        </OwnerQuestion>
      ) : (
        <NameForm options={options} onDone={onClose} />
      )}
    </Modal>
  );
}

function NameForm({ options, onDone }: { options: CreationOptions; onDone: () => void }) {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent).words);
  const [isNameMissing, setNameMissing] = useState(false);
  const adding = useMutation({
    mutationFn: async () => {
      const newPasskey = { name: name.trim(), response: await createPasskey(options) };
      await postJson(`${PATH}/add`, newPasskey, makeReader({ idPasskey: 'string' }));
    },
    onSuccess: async () => {
      onDone();
      notifySuccess('Llave de acceso agregada', { detail: name.trim() });
      refreshAccount();
      await refreshSession();
    },
  });

  function submit() {
    setNameMissing(name.trim() === '');
    if (!adding.isPending && name.trim() !== '') adding.mutate();
  }

  return (
    <DialogForm onSubmit={submit}>
      <p className={classes.sentence}>
        Ponle un nombre con el que la reconozcas. Tu navegador te pedirá después tu huella, tu
        rostro o tu PIN.
      </p>
      <FormAlert message={adding.error?.message} />
      <TextInput
        data-autofocus
        label="Nombre"
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        error={isNameMissing && 'Escribe un nombre'}
        readOnly={adding.isPending}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormActions onCancel={onDone} isBusy={adding.isPending}>
        <Button
          type="submit"
          loading={adding.isPending}
          loadingLabel="Esperando tu llave de acceso…"
        >
          Crear llave de acceso
        </Button>
      </FormActions>
    </DialogForm>
  );
}
