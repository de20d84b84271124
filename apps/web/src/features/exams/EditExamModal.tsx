import { isCalendarDay } from '@simiente/contract/common/days';
import { calendarDay } from '@simiente/contract/common/instants';
import {
  type Exam,
  examFacts,
  exam as examSchema,
  type Laboratory,
} from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { api } from '../../lib/api/client.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { ExamDateInput, ExamTypeInput, toExamType } from './ExamTypeInput.tsx';
import { refreshHistory } from './exam-cache.ts';
import { LaboratorySelect } from './LaboratorySelect.tsx';

const fields = defineFields<Exam>()({
  examType: {
    label: 'Tipo de estudio',
    missing: 'Elige el tipo de estudio.',
    from: ({ examType }) => examTypeLabel(examType),
    rule: examFacts.examType,
    read: toExamType,
  },
  laboratory: {
    label: 'Laboratorio',
    initial: null as Laboratory | null,
    isSame: (first, second) => first?.idPartner === second?.idPartner,
    show: (laboratory) => laboratory?.name ?? '—',
  },
  examDate: {
    label: 'Fecha del estudio (opcional)',
    read: orNull,
    rule: calendarDay.nullable(),
    show: (day) => (isCalendarDay(day) ? describeCalendarDay(day) : day || '—'),
  },
});

export type ExamRequest = FormRequest<FieldValues<typeof fields>, Exam>;

interface EditExamModalProps {
  idUser: string;
  requested: ExamRequest | null;
  /** Called after the closing transition, to return the focus. */
  onClosed: () => void;
}

/** 'Editar estudio': its type, laboratory and date. */
export default function EditExamModal({ idUser, requested, onClosed }: EditExamModalProps) {
  const form = useRecordForm({
    fields,
    requested,
    record: examSchema,
    // A laboratory that is not sent is removed.
    sendsEveryField: true,
    save: async ({ base, payload: { examType, laboratory, examDate: day }, options }) => {
      if (base === null) return null;
      const edit = {
        idExam: base.id,
        examType,
        examDate: day,
        version: base.version,
        ...(laboratory && { idLaboratory: laboratory.idPartner }),
      };
      return (await api.exams.update(edit, options)).data.exam;
    },
    show: () => refreshHistory(idUser),
    onDone: (saved) => saved && notifySuccess('Estudio actualizado'),
    fieldByPath: { idLaboratory: 'laboratory' },
  });
  return (
    <RecordModal
      form={form}
      title="Editar estudio"
      submitLabel="Guardar cambios"
      onClosed={onClosed}
    >
      <ExamTypeInput {...form.input('examType')} data-autofocus />
      <LaboratorySelect
        value={form.values.laboratory}
        error={form.errors.laboratory}
        readOnly={form.isSaving}
        onChange={(laboratory) => form.edit({ laboratory })}
      />
      <ExamDateInput {...form.input('examDate')} value={form.values.examDate} />
    </RecordModal>
  );
}
