import { Modal } from '@mantine/core';
import type { Capability } from '@simiente/contract/common/access/roles';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../../ui/buttons/Button.tsx';
import type { ButtonKind } from '../../ui/buttons/LinkButton.tsx';
import { rescueFocusAfterReturn, useFocusOnReturn } from '../../ui/focus.ts';
import { DialogForm, FormActions, keepClear, useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/questions/DiscardQuestion.tsx';
import { useCan } from '../session/public.ts';
import {
  CreateAnyway,
  type Existing,
  FormMessages,
  OpenExisting,
  STALE_TITLE,
  StaleChoice,
} from './FormMessages.tsx';
import classes from './RecordModal.module.css';
import { useLeavingPage } from './UnsavedModal.tsx';
import type { FormFrame } from './use-record-form.ts';

interface RecordModalProps {
  form: FormFrame;
  title: string;
  /** Shown above the fields. A string is a subtitle; a node, such as a patient, is set apart from the title. */
  lead?: ReactNode;
  submitLabel: string;
  submitKind?: ButtonKind;
  cancelLabel?: string;
  /** Shown beside the buttons, always in view. */
  summary?: ReactNode;
  /** Replaces the submit button, for example after a warning; Enter then saves nothing. */
  submit?: ReactNode;
  /** Possible duplicates of the new record. With them, the primary button opens the likeliest instead of saving. */
  existing?: Existing | undefined;
  failureDetails?: ReactNode;
  /** Replaces the form, for example with the saved record. */
  override?: ReactNode;
  children: ReactNode;
  onClosed?: () => void;
}

/** A dialog with a summary has many fields, so on a phone it takes the whole screen. */
const fullOnPhones = {
  inner: classes.inner ?? '',
  content: classes.content ?? '',
  body: classes.body ?? '',
};

/** A record's form in a dialog. The discard question, or the choice after a stale version, replaces the form. */
export function RecordModal(props: RecordModalProps) {
  const { form, title, lead, override, onClosed, ...content } = props;
  const leaving = useLeavingPage(form);
  const isAsking = leaving !== null || form.isLeaving;
  return (
    <Modal
      opened={form.opened}
      onClose={leaving?.stay ?? form.close}
      title={isAsking ? DISCARD_TITLE : form.compared ? STALE_TITLE : title}
      size={520}
      {...(content.summary !== undefined && { classNames: fullOnPhones })}
      onExitTransitionEnd={onClosed ?? rescueFocusAfterReturn}
    >
      {!isAsking && lead && (
        <div className={typeof lead === 'string' ? classes.subtitle : classes.lead}>{lead}</div>
      )}
      {isAsking ? (
        <DiscardQuestion
          onStay={leaving?.stay ?? form.stay}
          onDiscard={leaving?.go ?? form.confirmLeaving}
        />
      ) : form.compared ? (
        <StaleChoice form={form} />
      ) : (
        override || <Fields form={form} {...content} />
      )}
    </Modal>
  );
}

type FieldsProps = Omit<RecordModalProps, 'title' | 'lead' | 'override' | 'onClosed'>;

function Fields({ form, submitLabel, submit, failureDetails, children, ...footer }: FieldsProps) {
  const { submitKind = 'normal', cancelLabel, summary, existing } = footer;
  const primaryButton = existing ? <OpenExisting form={form} existing={existing} /> : submit;
  const element = useFocusInvalid(form.attemptErrors);
  useFocusOnReturn(element);
  return (
    <DialogForm ref={element} onSubmit={() => primaryButton === undefined && form.submit()}>
      <FormMessages form={form}>{failureDetails}</FormMessages>
      {children}
      <div ref={keepClear} className={classes.footer}>
        {summary}
        <FormActions
          onCancel={form.close}
          isBusy={form.isSaving}
          cancelLabel={cancelLabel}
          leftAction={existing && <CreateAnyway form={form} />}
        >
          {primaryButton ?? (
            <Button key="submit" type="submit" kind={submitKind} loading={form.isSaving}>
              {submitLabel}
            </Button>
          )}
        </FormActions>
      </div>
    </DialogForm>
  );
}

interface NewRecordButtonProps
  extends Pick<ButtonProps, 'kind' | 'size' | 'className' | 'id' | 'children'> {
  capability: Capability;
  form: (request: {
    /** A new object at each press opens the form. Null before the first press. */
    readonly requested: { readonly record: null } | null;
  }) => ReactNode;
}

/** A 'Crear …' button, and the form for a new record that the button opens. */
export function NewRecordButton({ capability, form, ...buttonProps }: NewRecordButtonProps) {
  const [requested, setRequested] = useState<{ readonly record: null } | null>(null);
  if (!useCan()(capability)) return null;
  return (
    <>
      <Button
        {...buttonProps}
        icon={IconPlus}
        aria-haspopup="dialog"
        onClick={() => setRequested({ record: null })}
      />
      {form({ requested })}
    </>
  );
}
