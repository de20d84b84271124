import { Modal } from '@mantine/core';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../buttons/LockButton.tsx';
import { PersonAvatar } from '../status/PersonAvatar.tsx';
import classes from './ConfirmDelete.module.css';

export interface DeleteCandidate {
  id: string;
  name: string;
  /** At the right of the name: its status or type. */
  detail?: string | undefined;
}

export interface ConfirmDeleteProps {
  opened: boolean;
  /** How many will be deleted; more than `candidates` when some are not loaded. */
  count: number;
  candidates: readonly DeleteCandidate[];
  deleting?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

const SHOWN = 5;

/** The specification's confirmation. What the bin keeps can be restored for 30 days. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { opened, count, candidates, deleting = false, onCancel, onConfirm } = props;
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title="Confirmar eliminación"
      closeOnClickOutside={!deleting}
      closeOnEscape={!deleting}
    >
      <p className={classes.question}>
        Estás seguro que deseas eliminar {formatCount(count)} elemento(s) seleccionado(s)?
      </p>
      <CandidateList count={count} candidates={candidates} />
      <p className={classes.bin}>Pasan a la Papelera y se pueden restaurar durante 30 días.</p>
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus disabled={deleting} onClick={onCancel}>
          Cancelar
        </LockButton>
        <LockButton kind="danger" loading={deleting} onClick={onConfirm}>
          Eliminar
        </LockButton>
      </div>
    </Modal>
  );
}

function CandidateList({ count, candidates }: Pick<ConfirmDeleteProps, 'count' | 'candidates'>) {
  const shown = candidates.slice(0, SHOWN);
  const others = count - shown.length;
  if (shown.length === 0) return null;
  return (
    <ul className={classes.list}>
      {shown.map(({ id, name, detail }) => (
        <li key={id} className={classes.item}>
          <PersonAvatar name={name} size={28} />
          <span className={classes.name} title={name}>
            {name}
          </span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </li>
      ))}
      {others > 0 && <li className={classes.others}>y {formatCount(others)} más</li>}
    </ul>
  );
}
