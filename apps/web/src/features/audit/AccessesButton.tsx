import { IconEye } from '@tabler/icons-react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ACCESSES_BUTTON } from './AccessesPanel.tsx';

interface AccessesButtonProps {
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens and closes 'Accesos' on a patient's page. */
export function AccessesButton({ isOpen, onToggle }: AccessesButtonProps) {
  return (
    <LockButton
      kind="default"
      icon={<IconEye size={17} stroke={1.7} aria-hidden />}
      selected={isOpen}
      data-row-id={ACCESSES_BUTTON}
      onClick={onToggle}
    >
      Accesos
    </LockButton>
  );
}
