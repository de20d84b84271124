import { Modal } from '@mantine/core';
import { makeReader } from '../../../lib/api/answer-shape.ts';
import { postJson } from '../../../lib/api/send.ts';
import { useAccount } from '../use-account.ts';
import { OwnerQuestion } from './OwnerQuestion.tsx';

const PATH = '/api/auth/prove';

/** Asks the owner of the account for confirmation, above the dialog whose call needs it. */
export default function ProofDialog({ onClose }: { onClose: (isProved?: boolean) => void }) {
  const { data: account, isPending } = useAccount();
  const cancel = () => onClose();
  return (
    <Modal
      // The focus begins in the first field, which depends on the account.
      opened={!isPending}
      onClose={cancel}
      closeOnEscape={false}
      title="Confirma que eres tú"
      size={460}
    >
      <OwnerQuestion
        action="Confirmar"
        account={account}
        path={PATH}
        onCancel={cancel}
        onConfirm={async (confirmation) => {
          await postJson(PATH, confirmation, makeReader({ proved: 'boolean' }));
          onClose(true);
        }}
      >
        Es necesario para cambiar cuentas del personal. Después se guarda tu cambio.
      </OwnerQuestion>
    </Modal>
  );
}
