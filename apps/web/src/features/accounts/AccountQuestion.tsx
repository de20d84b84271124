import type { StaffAccount } from '@simiente/contract/accounts/calls';
import { api } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { refreshAccounts } from './account-list.ts';
import { type AccountAction, roleWords } from './account-words.ts';

/** Actions that need a confirmation. */
type ConfirmedAction = Exclude<AccountAction, 'edit' | 'identity' | 'link'>;

interface ConfirmationWords {
  readonly title: string;
  readonly question: string;
  readonly note: string;
  /** Label of the button, if it is not the title. */
  readonly confirm?: string;
  readonly failure: string;
  readonly kind?: 'danger';
  /** Performs the action, and describes its outcome. */
  readonly run: (account: StaffAccount) => Promise<string>;
}

const wordsByAction: Readonly<Record<ConfirmedAction, ConfirmationWords>> = {
  'confirm-roles': {
    title: 'Confirmar roles',
    question: '¿Confirmar los roles de esta cuenta?',
    note: 'Los solicitó otra cuenta de administración. Antes de confirmar, comprueba con la persona que le corresponden.',
    failure: 'No se pudieron confirmar los roles',
    run: async ({ idAccount, version }) => {
      const { roles } = (await api.accounts.confirmRoles({ idAccount, version })).data.account;
      return `Roles confirmados: ${roles.map((role) => roleWords[role].name).join(', ')}`;
    },
  },
  'end-sessions': {
    title: 'Cerrar sesiones',
    question: '¿Cerrar las sesiones de esta cuenta?',
    note: 'Podrá volver a entrar con su contraseña.',
    failure: 'No se pudieron cerrar las sesiones',
    run: async ({ idAccount }) => {
      const { ended } = (await api.accounts.endSessions({ idAccount })).data;
      return ended === 0
        ? 'No tenía sesiones abiertas'
        : `Se ${ended === 1 ? 'cerró' : 'cerraron'} ${pluralize(ended, ['sesión', 'sesiones'])}`;
    },
  },
  'reset-two-factor': {
    title: 'Quitar verificación en dos pasos',
    question: '¿Quitar la verificación en dos pasos de esta cuenta?',
    note: 'Hazlo solo si la persona perdió su teléfono y sus códigos. Se cierran sus sesiones, y entrará solo con su contraseña hasta que la active de nuevo. Si tiene identidad profesional, queda suspendida hasta que la confirmen esa persona y otra cuenta de administración.',
    failure: 'No se pudo quitar la verificación en dos pasos',
    kind: 'danger',
    run: async ({ idAccount }) => {
      await api.accounts.resetTwoFactor({ idAccount });
      return 'Verificación en dos pasos quitada';
    },
  },
  'remove-passkeys': {
    title: 'Quitar llaves de acceso',
    question: '¿Quitar las llaves de acceso de esta cuenta?',
    note: 'Hazlo solo si la persona perdió los dispositivos donde las guarda. Se cierran sus sesiones, y entrará con su contraseña hasta que agregue otra.',
    failure: 'No se pudieron quitar las llaves de acceso',
    kind: 'danger',
    run: async ({ idAccount }) => {
      await api.accounts.removePasskeys({ idAccount });
      return 'Llaves de acceso quitadas';
    },
  },
  'remove-provider': {
    title: 'Quitar vínculo externo',
    question: '¿Quitar el vínculo de esta cuenta con el servicio externo?',
    note: 'Se cierran sus sesiones. Si no tiene contraseña, necesitará un enlace para elegir una o vincularse otra vez.',
    confirm: 'Quitar vínculo',
    failure: 'No se pudo quitar el vínculo',
    kind: 'danger',
    run: async ({ idAccount }) => {
      await api.accounts.removeProvider({ idAccount });
      return 'Vínculo externo quitado';
    },
  },
  suspend: {
    title: 'Suspender cuenta',
    question: '¿Suspender esta cuenta?',
    note: 'Se cierran sus sesiones y no podrá entrar. Su actividad se conserva y puedes activarla cuando quieras.',
    confirm: 'Suspender',
    failure: 'No se pudo suspender la cuenta',
    kind: 'danger',
    run: async ({ idAccount }) => {
      await api.accounts.setActive({ idAccount, active: false });
      return 'Cuenta suspendida';
    },
  },
  activate: {
    title: 'Activar cuenta',
    question: '¿Activar esta cuenta?',
    note: 'Podrá entrar con la contraseña que tenía.',
    confirm: 'Activar',
    failure: 'No se pudo activar la cuenta',
    run: async ({ idAccount }) => {
      const { state } = (await api.accounts.setActive({ idAccount, active: true })).data.account;
      return state === 'invited' ? 'La invitación está pendiente otra vez' : 'Cuenta activa';
    },
  },
};

export interface PendingAction {
  readonly action: ConfirmedAction;
  readonly account: StaffAccount;
}

interface AccountQuestionProps {
  opened: boolean;
  /** Stays the same while the dialog closes. */
  pending: PendingAction;
  onClose: () => void;
}

/** Asks for a confirmation of an action on an account, and performs it. */
export function AccountQuestion({ opened, pending, onClose }: AccountQuestionProps) {
  const { action, account } = pending;
  const { title, question, note, confirm, failure, kind, run } = wordsByAction[action];
  const performing = useToastMutation(failure, {
    mutationFn: () => run(account),
    onSuccess: (message) => {
      notifySuccess(message, { detail: account.name });
      onClose();
    },
    onError: onClose,
    onSettled: () => refreshAccounts(),
  });
  return (
    <Confirmation
      opened={opened}
      title={title}
      question={question}
      candidates={[{ id: account.idAccount, name: account.name, detail: account.email }]}
      note={note}
      confirmLabel={confirm ?? title}
      {...(kind && { kind })}
      busy={performing.isPending}
      onCancel={onClose}
      onConfirm={() => performing.mutate()}
    />
  );
}
