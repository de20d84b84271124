import type { Partner } from '@simiente/contract/partners';
import type { ReactNode } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormPage } from '../../ui/form/FormPage.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { LeaveQuestion } from '../shell/public.ts';
import { BranchFailure } from './BranchFailure.tsx';
import { BranchFields } from './BranchFields.tsx';
import { StaleBranch } from './StaleBranch.tsx';
import type { BranchForm } from './use-branch-form.ts';

interface BranchFormPageProps {
  partner: Pick<Partner, 'idPartner' | 'name'>;
  form: BranchForm;
  title: string;
  context: ReactNode;
  submitLabel: string;
  onCancel: () => void;
}

/** The form of a branch as a page: its fields, its buttons, and the questions that it may lead to. */
export function BranchFormPage(props: BranchFormPageProps) {
  const { partner, form, title, context, submitLabel, onCancel } = props;
  return (
    <>
      <PageHead title={title} context={context} />
      <BranchFailure partner={partner} form={form} />
      <FormPage
        label={title}
        errors={form.errors}
        onSubmit={() => {
          if (!form.isSaving) form.submit();
        }}
        foot={
          <>
            <LockButton kind="default" disabled={form.isSaving} onClick={onCancel}>
              Cancelar
            </LockButton>
            <LockButton type="submit" loading={form.isSaving}>
              {submitLabel}
            </LockButton>
          </>
        }
      >
        <BranchFields form={form} />
      </FormPage>
      <StaleBranch form={form} />
      <LeaveQuestion isDirty={form.isDirty}>
        Los datos de la sucursal no se han guardado.
      </LeaveQuestion>
    </>
  );
}
