import type { Prospect } from '@simiente/contract/prospects';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import type { ProspectEdit } from './use-prospect-edit.ts';

interface PanelFootProps {
  /** Undefined while there is nobody to edit. */
  prospect: Prospect | undefined;
  edit: ProspectEdit;
  onClose: () => void;
}

/** The panel's two actions; while one edits, those of the edit. */
export function PanelFoot({ prospect, edit, onClose }: PanelFootProps) {
  const isEditing = edit.base !== null;
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
        <LockButton key="cancel" kind="default" disabled={edit.isSaving} onClick={edit.cancel}>
          Cancelar
        </LockButton>
        <LockButton key="save" loading={edit.isSaving} onClick={edit.save}>
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
          onClick={() => edit.begin(prospect)}
        >
          Editar
        </LockButton>
      )}
    </>
  );
}
