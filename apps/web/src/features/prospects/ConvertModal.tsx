import { Modal } from '@mantine/core';
import type { Prospect } from '@simiente/contract/prospects';
import type { FormEvent } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { rescueFocusInPanel } from '../../ui/focus/kept-focus.ts';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { useFocusInvalid } from '../../ui/form/use-focus-invalid.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { PersonFields, PossibleDuplicates } from '../patients/public.ts';
import classes from './ConvertModal.module.css';
import { type Conversion, useConversion } from './use-conversion.ts';

interface ConvertModalProps {
  prospect: Prospect;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** 'Convertir en paciente': what the patient will be made of, and who may be the same person. */
export function ConvertModal(props: ConvertModalProps) {
  const conversion = useConversion(props);
  return (
    <Modal
      opened={props.opened}
      onClose={conversion.close}
      title="Convertir en paciente"
      size={520}
      // The button that opened it is gone once there is a patient.
      onExitTransitionEnd={rescueFocusInPanel}
    >
      <p className={classes.lead}>
        El paciente empieza en «Registro» con estos datos, y el prospecto queda como «Convertido».
      </p>
      <ConvertForm conversion={conversion} />
    </Modal>
  );
}

function ConvertForm({ conversion }: { conversion: Conversion }) {
  const { draft, errors, isBusy, duplicates, error, edit } = conversion;
  const element = useFocusInvalid(errors);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy && !duplicates.isWarned) conversion.create();
  }

  return (
    <DialogForm ref={element} onSubmit={submit}>
      <FormAlert message={error?.message} />
      <PersonFields draft={draft} errors={errors} readOnly={isBusy} onEdit={edit} />
      <PossibleDuplicates
        duplicates={duplicates.duplicates}
        isWarned={duplicates.isWarned}
        isBusy={isBusy}
        onChoose={({ idUser }) => conversion.link(idUser)}
      />
      <Actions conversion={conversion} />
    </DialogForm>
  );
}

function Actions({ conversion }: { conversion: Conversion }) {
  const { isBusy, duplicates } = conversion;
  return (
    <FormActions>
      <LockButton kind="default" disabled={isBusy} onClick={conversion.close}>
        Cancelar
      </LockButton>
      {duplicates.isWarned ? (
        // Not of the form: Enter in a field is no second word.
        <LockButton key="anyway" loading={isBusy} onClick={conversion.createAnyway}>
          Crear de todos modos
        </LockButton>
      ) : (
        <LockButton key="create" type="submit" loading={isBusy}>
          Crear paciente
        </LockButton>
      )}
    </FormActions>
  );
}
