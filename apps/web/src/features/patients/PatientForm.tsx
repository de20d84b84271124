import { patientStatuses, statusGroup } from '@simiente/contract/patient-filters';
import { type FormEvent, useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useFocusOnReturn } from '../../ui/focus/use-focus-on-return.ts';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { ToneSelect } from '../../ui/status/ToneSelect.tsx';
import classes from './PatientForm.module.css';
import { PersonFields } from './PersonFields.tsx';
import { PossibleDuplicates } from './PossibleDuplicates.tsx';
import { patientStatus } from './patient-status.ts';
import type { PatientForm as Form } from './use-patient-form.ts';

const statusOptions = patientStatuses.map((status) => ({
  value: String(status),
  label: patientStatus(status).tag,
  tone: patientStatus(status).tone,
}));

/** Name, e-mail, phone and status, and above the buttons who may be the same person. */
export function PatientForm({ form }: { form: Form }) {
  const { draft, errors, base, isSaving, duplicates } = form;
  const element = useRef<HTMLFormElement>(null);

  useFocusOnReturn(element);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSaving && !duplicates.isWarned) form.save();
  }

  return (
    <DialogForm ref={element} onSubmit={submit}>
      {form.isRecovered && (
        <p className={classes.recovered} role="status">
          Recuperamos lo que habías escrito cuando terminó tu sesión.
        </p>
      )}
      <FormAlert message={form.error?.message} />
      <PersonFields draft={draft} errors={errors} readOnly={isSaving} onEdit={form.edit} />
      <ToneSelect
        label="Estatus"
        options={statusOptions}
        value={String(draft.status)}
        error={errors.status}
        readOnly={isSaving}
        onChange={(status) => form.edit({ status: statusGroup(Number(status)) })}
      />
      {base === null && (
        <PossibleDuplicates duplicates={duplicates.duplicates} isWarned={duplicates.isWarned} />
      )}
      <FormActions>
        <LockButton kind="default" disabled={isSaving} onClick={form.close}>
          Cancelar
        </LockButton>
        {duplicates.isWarned ? (
          // Not of the form: Enter in a field is no second word.
          <LockButton key="anyway" loading={isSaving} onClick={form.saveAnyway}>
            Crear de todos modos
          </LockButton>
        ) : (
          <LockButton key="save" type="submit" loading={isSaving}>
            {base === null ? 'Crear paciente' : 'Guardar cambios'}
          </LockButton>
        )}
      </FormActions>
    </DialogForm>
  );
}
