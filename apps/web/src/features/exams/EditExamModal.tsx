import { Modal } from '@mantine/core';
import { type Exam, examTypeLabel, type Laboratory } from '@simiente/contract/exams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import classes from './AddExamsModal.module.css';
import { ExamTypeInput } from './ExamTypeInput.tsx';
import { changeExams, currentOf, withExam } from './exam-cache.ts';
import { examTypeOf } from './exam-type.ts';
import { LaboratorySelect } from './LaboratorySelect.tsx';

interface EditExamModalProps {
  idUser: string;
  exam: Exam;
  opened: boolean;
  onClose: () => void;
  /** Takes the focus once the dialog is gone. */
  onClosed: () => void;
}

/** 'Editar estudio': its type and its laboratory. */
export default function EditExamModal(props: EditExamModalProps) {
  const { idUser, exam, opened, onClose, onClosed } = props;
  const [examType, setExamType] = useState(examTypeLabel(exam.examType));
  const [laboratory, setLaboratory] = useState<Laboratory | null>(exam.laboratory);
  const [isLeaving, setLeaving] = useState(false);
  const saving = useSaveExam(idUser, exam, onClose);
  const isChanged =
    examTypeOf(examType) !== exam.examType || laboratory?.idPartner !== exam.laboratory?.idPartner;
  const leave = () => (isChanged ? setLeaving(true) : onClose());
  const isEmpty = examType.trim() === '';
  return (
    <Modal
      opened={opened}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      size={520}
      title={isLeaving ? DISCARD_TITLE : 'Editar estudio'}
      onClose={leave}
    >
      {isLeaving ? (
        <DiscardQuestion onStay={() => setLeaving(false)} onDiscard={onClose}>
          Los cambios de este estudio no se han guardado.
        </DiscardQuestion>
      ) : (
        <DialogForm
          onSubmit={(event) => {
            event.preventDefault();
            if (!isEmpty) saving.mutate({ examType: examTypeOf(examType), laboratory });
          }}
        >
          <ExamTypeInput
            label="Tipo de estudio"
            data-autofocus
            value={examType}
            error={isEmpty && 'Elige el tipo de estudio'}
            readOnly={saving.isPending}
            onChange={setExamType}
          />
          <LaboratorySelect
            value={laboratory}
            readOnly={saving.isPending}
            onChange={setLaboratory}
          />
          <div role="alert">
            {saving.error && <p className={classes.error}>{messageOf(saving.error)}</p>}
          </div>
          <FormActions>
            <LockButton kind="default" onClick={leave}>
              Cancelar
            </LockButton>
            <LockButton type="submit" loading={saving.isPending} disabled={!isChanged}>
              Guardar cambios
            </LockButton>
          </FormActions>
        </DialogForm>
      )}
    </Modal>
  );
}

interface ExamFacts {
  readonly examType: string;
  readonly laboratory: Laboratory | null;
}

function useSaveExam(idUser: string, { id: idExam, version }: Exam, onSaved: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ examType, laboratory }: ExamFacts) => {
      const idLaboratory = laboratory?.idPartner;
      const edit = {
        idExam,
        examType,
        version,
        ...(idLaboratory !== undefined && { idLaboratory }),
      };
      try {
        return (await api.exams.update(edit)).data.exam;
      } catch (error) {
        const current = currentOf(error instanceof Error ? error : null);
        // Our own edit, whose answer was lost: sent again, it meets what it has done itself.
        const isDone =
          current?.examType === examType && current.laboratory?.idPartner === idLaboratory;
        if (current && isDone) return current;
        throw error;
      }
    },
    onSuccess: async (exam) => {
      await changeExams(cache, idUser, (exams) => withExam(exams, exam));
      notifySuccess('Estudio actualizado');
      onSaved();
    },
    // The form keeps what was written; saving once more then goes over what somebody else wrote.
    onError: async (error) => {
      const current = currentOf(error);
      if (current) await changeExams(cache, idUser, (exams) => withExam(exams, current));
    },
  });
}

/** For a study that changed meanwhile: what it is now, so that it can be weighed against what was written. */
function messageOf(error: Error): string {
  const current = currentOf(error);
  if (!current) return error.message;
  const laboratory = current.laboratory ? ` de ${current.laboratory.name}` : ' sin laboratorio';
  return `Otra persona cambió este estudio mientras lo editabas: ahora es ${examTypeLabel(current.examType)}${laboratory}. Guarda de nuevo para dejar lo tuyo.`;
}
