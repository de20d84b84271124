import { Modal } from '@mantine/core';
import type { ShownLink, StaffAccount } from '@simiente/contract/accounts/calls';
import { useOpenAfterMount } from '../../ui/focus/use-open-after-mount.ts';
import { HandedLink } from './HandedLink.tsx';

export interface MadeLink {
  readonly account: StaffAccount;
  readonly link: ShownLink;
}

interface LinkDialogProps {
  opened: boolean;
  /** Kept while the dialog closes. */
  made: MadeLink;
  onClose: () => void;
}

/** A link that was made for an existing account. */
export function LinkDialog({ opened, made: { account, link }, onClose }: LinkDialogProps) {
  const isShown = useOpenAfterMount(opened);
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      title={link.kind === 'invitation' ? 'Enlace de invitación' : 'Enlace para elegir contraseña'}
      size={520}
    >
      <HandedLink
        link={link}
        name={account.name}
        hasIdentity={account.identity !== null}
        onClose={onClose}
      />
    </Modal>
  );
}
