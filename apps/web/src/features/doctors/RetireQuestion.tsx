import { Modal } from '@mantine/core';
import type { Doctor } from '@simiente/contract/doctors';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { describeUpcoming } from './columns.tsx';
import classes from './RetireQuestion.module.css';

interface RetireQuestionProps {
  doctor: Doctor;
  opened: boolean;
  retiring: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** What retiring means, and for how many appointments, before it is done. */
export function RetireQuestion({
  doctor: { name, upcoming },
  opened,
  retiring,
  onCancel,
  onConfirm,
}: RetireQuestionProps) {
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={`¿Retirar a Dr ${name}?`}
      size={460}
      closeOnClickOutside={!retiring}
      closeOnEscape={!retiring}
    >
      <p className={classes.sentence}>
        No tomará citas nuevas. Su historia se conserva y lo puedes reincorporar cuando quieras.
      </p>
      {upcoming > 0 && (
        <p className={classes.sentence}>
          Tiene {describeUpcoming(upcoming)}, que se {upcoming === 1 ? 'queda' : 'quedan'} como{' '}
          {upcoming === 1 ? 'está' : 'están'}.
        </p>
      )}
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus disabled={retiring} onClick={onCancel}>
          Cancelar
        </LockButton>
        <LockButton kind="danger" loading={retiring} onClick={onConfirm}>
          Retirar
        </LockButton>
      </div>
    </Modal>
  );
}
