import { Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useFocusOnReturn } from '../../ui/focus/use-focus-on-return.ts';
import { useOpenAfterMount } from '../../ui/focus/use-open-after-mount.ts';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { useFocusInvalid } from '../../ui/form/use-focus-invalid.ts';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { FormMessages } from './FormMessages.tsx';
import { STALE_TITLE, StaleChoice } from './StaleChoice.tsx';
import type { RecordForm } from './use-record-form.ts';

type ModalForm = Pick<
  // biome-ignore lint/suspicious/noExplicitAny: nothing here depends on the record.
  RecordForm<any, any>,
  | 'opened'
  | 'found'
  | 'isSaving'
  | 'isLeaving'
  | 'isRecovered'
  | 'failure'
  | 'compared'
  | 'close'
  | 'stay'
  | 'discard'
  | 'submit'
  | 'takeCurrent'
  | 'keepMine'
>;

interface RecordModalProps {
  form: ModalForm;
  title: string;
  /** Above the fields: the record or the person that they are about. */
  lead?: ReactNode;
  submitLabel: string;
  /** Takes the place of the submit button, as after a warning; Enter then saves nothing. */
  submit?: ReactNode;
  /** Below the failure, as times to choose instead. */
  aboutFailure?: ReactNode;
  /** In the place of the form, as what was saved. */
  instead?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** Once the dialog is gone. */
  onClosed?: () => void;
}

/** A record's form in a dialog, and the decisions that stand in its place meanwhile. */
export function RecordModal({
  form,
  title,
  lead,
  instead,
  onClosed,
  ...content
}: RecordModalProps) {
  // A recovered draft opens by itself.
  const isShown = useOpenAfterMount(form.opened);
  return (
    <Modal
      opened={isShown}
      onClose={form.close}
      title={form.isLeaving ? DISCARD_TITLE : form.compared ? STALE_TITLE : title}
      size={520}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      {!form.isLeaving && lead}
      {form.isLeaving ? (
        <DiscardQuestion onStay={form.stay} onDiscard={form.discard} />
      ) : form.compared ? (
        <StaleChoice form={form} />
      ) : (
        instead || <Fields form={form} {...content} />
      )}
    </Modal>
  );
}

type FieldsProps = Omit<RecordModalProps, 'title' | 'lead' | 'instead' | 'onClosed'>;

function Fields({ form, submitLabel, submit, aboutFailure, children }: FieldsProps) {
  const element = useFocusInvalid(form.found);
  useFocusOnReturn(element);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (submit === undefined) form.submit();
  }

  return (
    <DialogForm ref={element} onSubmit={handleSubmit}>
      <FormMessages form={form}>{aboutFailure}</FormMessages>
      {children}
      <FormActions>
        <LockButton kind="default" disabled={form.isSaving} onClick={form.close}>
          Cancelar
        </LockButton>
        {submit ?? (
          <LockButton key="submit" type="submit" loading={form.isSaving}>
            {submitLabel}
          </LockButton>
        )}
      </FormActions>
    </DialogForm>
  );
}
