import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import classes from './EditProspectModal.module.css';
import { EditMessages, NotesField, StatusField } from './ProspectFields.tsx';
import { ProspectStale } from './ProspectStale.tsx';
import type { ProspectEdit } from './use-prospect-edit.ts';

/** 'Editar Prospecto': status and notes, and the decisions that they may lead to in their place. */
export function EditProspectModal({ edit }: { edit: ProspectEdit }) {
  const { base } = edit;
  const [isLeaving, setLeaving] = useState(false);

  function close() {
    if (edit.isSaving) return;
    if (edit.isDirty) setLeaving(!isLeaving);
    else edit.cancel();
  }

  function discard() {
    setLeaving(false);
    edit.cancel();
  }

  return (
    <Modal
      opened={base !== null}
      onClose={close}
      title={isLeaving ? DISCARD_TITLE : 'Editar Prospecto'}
      size={520}
    >
      {base && (
        <div className={classes.person}>
          <PersonCell name={base.name} detail={base.mail ?? undefined} />
        </div>
      )}
      {isLeaving ? (
        <DiscardQuestion onStay={() => setLeaving(false)} onDiscard={discard}>
          Los cambios de este prospecto no se han guardado.
        </DiscardQuestion>
      ) : (
        <Content edit={edit} onClose={close} />
      )}
    </Modal>
  );
}

function Content({ edit, onClose }: { edit: ProspectEdit; onClose: () => void }) {
  const { base, current, mine } = edit;
  if (base && current && mine) {
    return (
      <ProspectStale
        base={base}
        current={current}
        mine={mine}
        onTakeCurrent={edit.takeCurrent}
        onKeepMine={edit.keepMine}
      />
    );
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    edit.save();
  }

  return (
    <DialogForm onSubmit={submit}>
      <EditMessages edit={edit} />
      <StatusField edit={edit} />
      <NotesField edit={edit} isLabelled />
      <FormActions>
        <LockButton kind="default" disabled={edit.isSaving} onClick={onClose}>
          Cancelar
        </LockButton>
        <LockButton type="submit" loading={edit.isSaving}>
          Guardar cambios
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}
