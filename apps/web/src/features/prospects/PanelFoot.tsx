import type { Prospect } from '@simiente/contract/prospects';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import type { ProspectForm } from './ProspectForm.tsx';

interface PanelFootProps {
  /** Undefined while there is nobody to edit. */
  prospect: Prospect | undefined;
  form: ProspectForm;
  onEdit: (prospect: Prospect) => void;
  onClose: () => void;
}

/** The panel's two actions; while one edits, those of the edit. */
export function PanelFoot({ prospect, form, onEdit, onClose }: PanelFootProps) {
  const isEditing = form.opened;
  const start = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);

  // The button that ended the edit is gone, and the focus with it.
  useEffect(() => {
    if (wasEditing.current && !isEditing) start.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <>
        <LockButton key="cancel" kind="default" disabled={form.isSaving} onClick={form.discard}>
          Cancelar
        </LockButton>
        <LockButton key="save" loading={form.isSaving} onClick={form.submit}>
          Guardar cambios
        </LockButton>
      </>
    );
  }
  return (
    <>
      <LockButton key="close" kind="default" onClick={onClose}>
        Cerrar
      </LockButton>
      {prospect && (
        <LockButton
          key="edit"
          ref={start}
          icon={<IconPencil size={17} stroke={1.7} aria-hidden />}
          onClick={() => onEdit(prospect)}
        >
          Editar
        </LockButton>
      )}
    </>
  );
}
