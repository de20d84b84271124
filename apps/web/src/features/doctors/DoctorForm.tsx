import { TextInput } from '@mantine/core';
import { LONGEST_APPOINTMENT, SHORTEST_APPOINTMENT } from '@simiente/contract/doctors';
import { type FormEvent, useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useFocusOnReturn } from '../../ui/focus/use-focus-on-return.ts';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './DoctorForm.module.css';
import type { DoctorEditor } from './use-doctor-editor.ts';
import { WorkingDays } from './WorkingDays.tsx';

/** What a field is for stands below it, where a refusal does too. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** Who a doctor is, how long their appointments last, and when they see patients. */
export function DoctorForm({ editor }: { editor: DoctorEditor }) {
  const { draft, errors, isSaving, edit } = editor;
  const form = useRef<HTMLFormElement>(null);

  useFocusOnReturn(form);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSaving) editor.save();
  }

  return (
    <DialogForm ref={form} onSubmit={submit}>
      <FormAlert message={editor.error?.message} />
      <TextInput
        label="Nombre"
        inputWrapperOrder={ORDER}
        description="Sin «Dr»: se pone solo."
        required
        data-autofocus
        maxLength={200}
        autoComplete="off"
        value={draft.name}
        error={errors.name}
        readOnly={isSaving}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Correo"
        type="email"
        maxLength={254}
        autoComplete="off"
        value={draft.email}
        error={errors.email}
        readOnly={isSaving}
        onChange={(event) => edit({ email: event.currentTarget.value })}
      />
      <div className={classes.row}>
        <TextInput
          label="Especialidades"
          inputWrapperOrder={ORDER}
          description="Separadas por comas; la primera es la que se ve en las citas."
          autoComplete="off"
          value={draft.specialties}
          error={errors.specialties}
          readOnly={isSaving}
          onChange={(event) => edit({ specialties: event.currentTarget.value })}
        />
        <TextInput
          label="Minutos por cita"
          type="number"
          inputMode="numeric"
          min={SHORTEST_APPOINTMENT}
          max={LONGEST_APPOINTMENT}
          required
          value={draft.minutes}
          error={errors.minutes}
          readOnly={isSaving}
          onChange={(event) => edit({ minutes: event.currentTarget.value })}
        />
      </div>
      <WorkingDays
        days={draft.days}
        errors={errors.days ?? {}}
        readOnly={isSaving}
        onChange={(days) => edit({ days })}
      />
      <FormActions>
        <LockButton kind="default" disabled={isSaving} onClick={editor.close}>
          Cancelar
        </LockButton>
        <LockButton type="submit" loading={isSaving}>
          {editor.isNew ? 'Crear médico' : 'Guardar cambios'}
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}
