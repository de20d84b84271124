import { Modal } from '@mantine/core';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import classes from './ExplanationModal.module.css';
import { splitExplanation } from './split-explanation.ts';

interface ExplanationModalProps {
  opened: boolean;
  explanation: string | null;
  onClose: () => void;
}

/** Why a prescription says what it says. */
export function ExplanationModal({ opened, explanation, onClose }: ExplanationModalProps) {
  const { heading, lines } = splitExplanation(explanation ?? '');
  const isEmpty = heading === null && lines.length === 0;
  return (
    <Modal opened={opened} onClose={onClose} title={heading ?? 'Detalles de la receta'} size={520}>
      <div className={classes.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order, and lines repeat.
          <p key={index}>{line}</p>
        ))}
        {isEmpty && <p>Esta receta todavía no tiene una explicación.</p>}
      </div>
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus onClick={onClose}>
          Cerrar
        </LockButton>
      </div>
    </Modal>
  );
}
