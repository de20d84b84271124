import { Modal } from '@mantine/core';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FootNote, FormPage } from '../../ui/form/FormPage.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { UploadProgress } from '../../ui/page/UploadProgress.tsx';
import { LeaveQuestion } from '../shell/public.ts';
import { PartnerFields } from './PartnerFields.tsx';
import { StalePartner } from './StalePartner.tsx';
import type { PartnerForm } from './use-partner-form.ts';

interface PartnerFormPageProps {
  form: PartnerForm;
  title: string;
  onCancel: () => void;
}

/** The page that makes or edits a partner, and the decisions that it may ask for. */
export function PartnerFormPage({ form, title, onCancel }: PartnerFormPageProps) {
  const { base, current, isSaving } = form;
  return (
    <>
      <PageHead
        title={title}
        context={
          form.isRecovered
            ? 'Recuperamos lo que habías escrito cuando terminó tu sesión.'
            : 'Los campos marcados con * son obligatorios.'
        }
      />
      <FormPage
        label={title}
        errors={form.errors}
        onSubmit={() => !isSaving && form.save()}
        foot={
          <>
            {isSaving && (
              <FootNote>
                <UploadProgress label={title} share={form.share} onCancel={form.cancelUpload} />
              </FootNote>
            )}
            <LockButton kind="default" disabled={isSaving} onClick={onCancel}>
              CANCELAR
            </LockButton>
            <LockButton type="submit" loading={isSaving}>
              Guardar
            </LockButton>
          </>
        }
      >
        <PartnerFields form={form} />
      </FormPage>
      <LeaveQuestion isDirty={form.isDirty} />
      <Modal
        opened={current !== undefined}
        onClose={form.takeCurrent}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        title="El partner cambió mientras tanto"
        size={520}
      >
        {base && current && <StalePartner form={form} base={base} current={current} />}
      </Modal>
    </>
  );
}
