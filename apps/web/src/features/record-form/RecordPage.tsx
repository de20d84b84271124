import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormPage } from '../../ui/form/FormPage.tsx';
import { LeaveQuestion } from '../shell/public.ts';
import {
  CreateAnyway,
  type Existing,
  OpenExisting,
  STALE_TITLE,
  StaleChoice,
} from './FormMessages.tsx';
import type { FormFrame } from './use-record-form.ts';

interface RecordPageProps {
  form: FormFrame;
  label: string;
  submitLabel: string;
  cancelLabel?: string;
  onCancel: () => void;
  /** Shown left of the buttons, for example the progress of an upload. */
  note?: ReactNode;
  /** Possible duplicates of the new record. With them, the primary button opens the likeliest instead of saving. */
  existing?: Existing | undefined;
  children: ReactNode;
}

/** A record's form as a page, with the leave question and the conflict dialog. */
export function RecordPage(props: RecordPageProps) {
  const { form, label, submitLabel, cancelLabel = 'Cancelar', onCancel, note } = props;
  const { existing, children } = props;
  return (
    <>
      <FormPage
        label={label}
        errors={form.attemptErrors}
        onSubmit={() => {
          if (existing === undefined) form.submit();
        }}
        footer={
          <>
            {note}
            {existing && <CreateAnyway form={form} />}
            <Button kind="default" disabled={form.isSaving} onClick={onCancel}>
              {cancelLabel}
            </Button>
            {existing ? (
              <OpenExisting form={form} existing={existing} />
            ) : (
              <Button type="submit" loading={form.isSaving}>
                {submitLabel}
              </Button>
            )}
          </>
        }
      >
        {children}
      </FormPage>
      <LeaveQuestion isDirty={form.wouldLose} />
      <Modal
        opened={form.compared !== null}
        onClose={form.takeCurrent}
        title={STALE_TITLE}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        size={520}
      >
        <StaleChoice form={form} />
      </Modal>
    </>
  );
}
