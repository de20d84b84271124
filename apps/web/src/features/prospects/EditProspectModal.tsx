import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { RecordModal } from '../record-form/public.ts';
import { NotesField, type ProspectRequest, StatusField, useProspectForm } from './ProspectForm.tsx';

/** 'Editar Prospecto', from a row or a card. */
export function EditProspectModal({ requested }: { requested: ProspectRequest | null }) {
  const form = useProspectForm({ name: 'prospect modal', requested });
  const { base } = form;
  return (
    <RecordModal
      form={form}
      title="Editar Prospecto"
      lead={base && <PersonCell name={base.name} detail={base.mail ?? undefined} />}
      submitLabel="Guardar cambios"
    >
      <StatusField form={form} />
      <NotesField form={form} isLabelled />
    </RecordModal>
  );
}
