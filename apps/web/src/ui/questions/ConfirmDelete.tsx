import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import ConfirmationDialog, { type ConfirmationProps } from './ConfirmationDialog.tsx';

export interface ConfirmDeleteProps
  extends Required<
    Pick<ConfirmationProps, 'opened' | 'count' | 'candidates' | 'onCancel' | 'onConfirm'>
  > {
  deleting?: boolean;
  /** The consequences are still loading. */
  waiting?: boolean;
  /** Consequences, in sentences. */
  consequences?: readonly string[];
  /** A field of the question is missing. */
  isIncomplete?: boolean;
  /** Fields below the question. */
  children?: ReactNode;
}

/** The specification's confirmation. Records in the trash can be restored for 30 days. */
export function ConfirmDelete({
  deleting = false,
  waiting = false,
  consequences = [],
  ...rest
}: ConfirmDeleteProps) {
  return (
    <ConfirmationDialog
      {...rest}
      title="Confirmar eliminación"
      question={`Estás seguro que deseas eliminar ${formatCount(rest.count)} elemento(s) seleccionado(s)?`}
      details={consequences}
      note={
        rest.count === 1
          ? 'Pasa a la Papelera y se puede restaurar durante 30 días.'
          : 'Pasan a la Papelera y se pueden restaurar durante 30 días.'
      }
      waiting={waiting}
      confirmLabel="Eliminar"
      kind="danger"
      busy={deleting}
    />
  );
}
