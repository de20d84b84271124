import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useFocusOnReturn } from '../../ui/focus/use-focus-on-return.ts';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import type { AppointmentFormState } from './appointment-form-state.ts';
import { SaveFailure } from './SaveFailure.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import { WhenFields } from './WhenFields.tsx';

interface AppointmentFormProps {
  form: AppointmentFormState;
  /** The status that it opened with. */
  originalStatus: string;
  /** 'Guardar cambios' */
  submitLabel: string;
  /** Fields that come before the status. */
  first?: ReactNode;
  /** What is to be known about the time, below its fields; it can fill them. */
  aboutTime?: (take: (freeTime: string) => void) => ReactNode;
}

/** Status, and date and time on the clinic's clocks with what they are in UTC. */
export function AppointmentForm(props: AppointmentFormProps) {
  const { form, originalStatus, submitLabel, first, aboutTime } = props;
  const { draft, errors, stops, timeZone, isSaving } = form;
  const element = useRef<HTMLFormElement>(null);

  useFocusOnReturn(element);

  useEffect(() => {
    if (stops > 0) focusIn(element.current, '[aria-invalid="true"]');
  }, [stops]);

  // On a small screen the failure may stand above what is seen.
  useEffect(() => {
    if (form.error) element.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [form.error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSaving) form.save();
  }

  function take(freeTime: string) {
    form.take(freeTime);
    focusIn(element.current, 'input[type="time"]');
  }

  return (
    <DialogForm ref={element} onSubmit={submit}>
      <SaveFailure overlap={form.overlap} error={form.error} timeZone={timeZone} onTake={take} />
      {first}
      <StatusSelect
        value={draft.status}
        original={originalStatus}
        error={errors.status}
        readOnly={isSaving}
        onChange={(status) => form.edit({ status })}
      />
      <WhenFields form={form} />
      {aboutTime?.(take)}
      <FormActions>
        <LockButton kind="default" disabled={isSaving} onClick={form.close}>
          Cancelar
        </LockButton>
        <LockButton type="submit" loading={isSaving}>
          {submitLabel}
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}

function focusIn(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}
