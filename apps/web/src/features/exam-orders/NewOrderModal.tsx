import type { ExamOrder, OrderBranch } from '@simiente/contract/exam-orders/calls';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { focusOnMount } from '../../ui/focus.ts';
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx';
import { FormActions } from '../../ui/form/FormPage.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import {
  defineFields,
  type FieldErrors,
  type FieldValues,
  type FormRequest,
  type RecordForm,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { BranchPicker } from './BranchPicker.tsx';
import classes from './NewOrderModal.module.css';
import { refreshOrders, useDownloadOrder } from './order-cache.ts';
import { describePlace } from './words.ts';

const fields = defineFields<ExamOrder>()({
  branch: {
    label: 'Sucursal',
    missing: 'Elige una sucursal.',
    initial: null as OrderBranch | null,
    isSame: (first, second) => first?.idBranch === second?.idBranch,
    show: (branch) => (branch ? describePlace({ partner: branch.partner, branch }) : '—'),
  },
  /** Exams in the branch's spelling. */
  exams: {
    label: 'Estudios',
    missing: 'Elige al menos un estudio.',
    initial: [] as readonly string[],
  },
});

type OrderValues = FieldValues<typeof fields>;

export interface OrderPatient {
  readonly idUser: string;
  readonly name: string;
}

interface NewOrderModalProps {
  patient: OrderPatient;
  requested: FormRequest<OrderValues, ExamOrder> | null;
}

/** 'Crear orden' of a patient; afterwards it shows the order with the download of its PDF. */
export function NewOrderModal({ patient, requested }: NewOrderModalProps) {
  const { idUser } = patient;
  const form = useRecordForm({
    fields,
    requested,
    staysOpen: true,
    save: async ({ values: { branch, exams }, options }) => {
      if (branch === null) return null;
      const order = { idUser, idBranch: branch.idBranch, exams: [...exams] };
      return (await api.examOrders.create(order, options)).data.order;
    },
    show: () => void refreshOrders(),
    onRejected: (error) => {
      // The cached studies of the branches may be outdated.
      void invalidate(queries.examOrders.branches.key());
      const remaining = removeRejected(error, form.values);
      if (remaining === undefined) return;
      form.edit({ branch: remaining.branch, exams: remaining.exams });
      form.forgetFailure();
      form.showErrors(remaining.errors);
    },
  });
  const { saved, values } = form;
  return (
    <RecordModal
      form={form}
      title={saved === null ? 'Crear orden' : 'Orden creada'}
      lead={<PersonCell name={patient.name} detail="Paciente" />}
      submitLabel="Crear orden"
      override={saved && <CreatedOrder order={saved} onClose={form.close} />}
    >
      <BranchPicker
        value={values.branch}
        error={form.errors.branch}
        readOnly={form.isSaving}
        onChange={(branch) => {
          form.edit({ branch, exams: commonExams(values, branch) });
          form.forgetFailure();
        }}
      />
      <div className={classes.offer}>
        <Studies form={form} />
      </div>
    </RecordModal>
  );
}

function Studies({ form }: { form: RecordForm<OrderValues, ExamOrder> }) {
  const { branch, exams } = form.values;
  if (branch === null) {
    return <p className={classes.hint}>Elige una sucursal para ver sus estudios.</p>;
  }
  if (branch.exams.length === 0) {
    return (
      <p className={classes.hint} role="status">
        Esta sucursal no ofrece estudios. Elige otra.
      </p>
    );
  }
  return (
    <div>
      <p className={classes.label} aria-hidden>
        Estudios
      </p>
      <ChoiceCards
        label="Estudios"
        narrow
        choices={branch.exams.map(({ exam, name }) => ({ value: exam, label: name }))}
        selected={exams}
        error={form.errors.exams}
        readOnly={form.isSaving}
        onChange={(chosen) => form.edit({ exams: chosen })}
      />
    </div>
  );
}

/** Keeps the chosen exams that another branch also offers, in that branch's spelling. */
function commonExams({ branch, exams }: OrderValues, next: OrderBranch): string[] {
  const names = new Set(
    branch?.exams.filter(({ exam }) => exams.includes(exam)).map(({ name }) => name),
  );
  return next.exams.filter(({ name }) => names.has(name)).map(({ exam }) => exam);
}

function CreatedOrder({ order, onClose }: { order: ExamOrder; onClose: () => void }) {
  const downloading = useDownloadOrder(order);
  return (
    <>
      <div className={classes.created} role="status">
        <IconCircleCheck className={classes.check} size={24} stroke={1.7} aria-hidden />
        <div className={classes.words}>
          <p className={classes.folio}>{order.folio}</p>
          <p className={classes.place}>{describePlace(order)}</p>
          <p className={classes.studies}>{order.exams.join(', ')}</p>
        </div>
      </div>
      <FormActions onCancel={onClose} cancelLabel="Cerrar">
        <Button
          // The form had the focus and is unmounted.
          ref={focusOnMount}
          icon={IconDownload}
          loading={downloading.isDownloading}
          onClick={downloading.start}
        >
          {downloading.isDownloaded ? 'Descargar otra vez' : 'Descargar PDF'}
        </Button>
      </FormActions>
    </>
  );
}

interface RemainingValues extends OrderValues {
  readonly errors: FieldErrors;
}

/** The form's values without the rejected branch or exams, and the field errors; undefined for other errors. */
function removeRejected(error: Error, { branch, exams }: OrderValues): RemainingValues | undefined {
  if (!(error instanceof ApiFailure) || branch === null) return undefined;
  if (error.code === 'NOT_FOUND' && error.issues.some(({ path }) => path === 'idBranch')) {
    return {
      branch: null,
      exams: [],
      errors: { branch: 'Esta sucursal ya no existe. Elige otra.' },
    };
  }
  const rejected = parseRejectedExams(error);
  if (rejected === undefined) return undefined;
  const offered = branch.exams.filter(({ name }) => !rejected.includes(name));
  return {
    branch: { ...branch, exams: offered },
    exams: exams.filter((exam) => offered.some((study) => study.exam === exam)),
    errors: { exams: `La sucursal ya no ofrece: ${rejected.join(', ')}. Revisa la selección.` },
  };
}

/** Names of the exams that the branch does not offer, if the order was rejected because of them. */
function parseRejectedExams({ code, details }: ApiFailure): readonly string[] | undefined {
  if (code !== 'EXAM_NOT_OFFERED') return undefined;
  const { exams } = (details ?? {}) as { exams?: unknown };
  return Array.isArray(exams) ? exams.map(String) : undefined;
}
