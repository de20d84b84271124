import type { ExamOrder, OrderBranch } from '@simiente/contract/exam-orders';
import { useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import {
  type FormRequest,
  fieldsOf,
  type RecordForm,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { BranchPicker } from './BranchPicker.tsx';
import { CreatedOrder } from './CreatedOrder.tsx';
import classes from './NewOrderModal.module.css';
import { changeOrders, refreshOrders } from './order-cache.ts';
import { withoutRefused } from './order-refusal.ts';
import { describePlace } from './words.ts';

interface OrderValues {
  readonly branch: OrderBranch | null;
  /** As the branch writes them. */
  readonly exams: readonly string[];
}

const fields = fieldsOf<OrderValues, ExamOrder>()({
  branch: {
    label: 'Sucursal',
    missing: 'Elige una sucursal.',
    isSame: (first, second) => first?.idBranch === second?.idBranch,
    show: (branch) => (branch ? describePlace({ partner: branch.partner, branch }) : '—'),
  },
  exams: { label: 'Estudios', missing: 'Elige al menos un estudio.' },
});

const NOTHING: OrderValues = { branch: null, exams: [] };

export type OrderRequest = FormRequest<OrderValues, ExamOrder>;

export interface OrderPatient {
  readonly idUser: string;
  readonly name: string;
}

interface NewOrderModalProps {
  patient: OrderPatient;
  requested: OrderRequest | null;
  /** Takes the focus once the dialog is gone. */
  onClosed: () => void;
}

/** 'Crear orden' of a patient, and the order that was created, whose PDF is what it is for. */
export function NewOrderModal({ patient, requested, onClosed }: NewOrderModalProps) {
  const cache = useQueryClient();
  const { idUser } = patient;
  const form = useRecordForm({
    name: JSON.stringify(['new-order', idUser]),
    fields,
    valuesOf: (_: ExamOrder | null) => NOTHING,
    requested,
    staysOpen: true,
    save: async ({ values: { branch, exams }, key }) => {
      if (branch === null) return null;
      const wanted = { idUser, idBranch: branch.idBranch, exams: [...exams] };
      const context = { idempotencyKey: key };
      return (await api.examOrders.create(wanted, { context })).data.order;
    },
    show: async (order) => {
      await changeOrders(cache, idUser, (orders) => [
        order,
        ...orders.filter(({ idOrder }) => idOrder !== order.idOrder),
      ]);
      void refreshOrders(cache);
    },
    onRefused: (error) => {
      // What the branches offer is not what was shown.
      void cache.invalidateQueries({ queryKey: queries.examOrders.branches.key() });
      const refused = withoutRefused(error, form.values);
      if (refused === undefined) return;
      form.edit({ branch: refused.branch, exams: refused.exams });
      form.forgetFailure();
      form.fault(refused.errors);
    },
  });
  const { saved, values } = form;
  return (
    <RecordModal
      form={form}
      title={saved === null ? 'Crear orden' : 'Orden creada'}
      lead={
        <div className={classes.who}>
          <PersonCell name={patient.name} detail="Paciente" />
        </div>
      }
      submitLabel="Crear orden"
      instead={saved && <CreatedOrder order={saved} onClose={form.close} />}
      onClosed={onClosed}
    >
      <BranchPicker
        value={values.branch}
        error={form.errors.branch}
        readOnly={form.isSaving}
        onChange={(branch) => {
          form.edit({ branch, exams: sameStudies(values, branch) });
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

/** What was chosen at one branch stays chosen at another that offers it too, however it writes it. */
function sameStudies({ branch, exams }: OrderValues, next: OrderBranch): string[] {
  const names = new Set(
    branch?.exams.filter(({ exam }) => exams.includes(exam)).map(({ name }) => name),
  );
  return next.exams.filter(({ name }) => names.has(name)).map(({ exam }) => exam);
}
