import type { ExamOrder, OrderBranch } from '@simiente/contract/exam-orders';
import { useEffect, useState } from 'react';
import { useKeptDraft } from '../session/public.ts';
import { type OrderErrors, withoutRefused } from './order-refusal.ts';
import { useCreateOrder } from './use-create-order.ts';

export interface OrderPatient {
  readonly idUser: string;
  readonly name: string;
}

export interface NewOrderProps {
  patient: OrderPatient;
  opened: boolean;
  onClose: () => void;
}

/** What the form holds. */
interface Typed {
  readonly branch: OrderBranch | null;
  /** As the branch writes them. */
  readonly exams: readonly string[];
}

const NOTHING: Typed = { branch: null, exams: [] };

export type NewOrder = ReturnType<typeof useNewOrder>;

/** The state of 'Crear orden': where, what for, and what came of saving. */
export function useNewOrder({ patient: { idUser }, opened, onClose }: NewOrderProps) {
  const { kept, keep } = useKeptDraft<Typed>(JSON.stringify(['new-order', idUser]));
  const [typed, setTyped] = useState(kept ?? NOTHING);
  const [errors, setErrors] = useState<OrderErrors>({});
  const [isLeaving, setLeaving] = useState(false);
  const [created, setCreated] = useState<ExamOrder | null>(null);
  // What was kept opens the form by itself; whoever shows the page knows nothing of it.
  const [isResumed, setResumed] = useState(kept !== undefined);
  const [wasOpened, setWasOpened] = useState(opened);
  const creating = useCreateOrder();
  const isOpen = opened || isResumed;

  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setTyped(NOTHING);
      setErrors({});
      setLeaving(false);
      setCreated(null);
    }
  }

  const isChanged = created === null && typed.branch !== null;
  useEffect(() => keep(isOpen && isChanged ? typed : undefined));

  function finish() {
    creating.reset();
    setResumed(false);
    onClose();
  }

  function save() {
    const { branch, exams } = typed;
    const found: OrderErrors = {
      ...(branch === null && { branch: 'Elige una sucursal.' }),
      ...(branch !== null && exams.length === 0 && { exams: 'Elige al menos un estudio.' }),
    };
    setErrors(found);
    if (branch === null || exams.length === 0) return;
    creating.mutate(
      { idUser, idBranch: branch.idBranch, exams: [...exams] },
      {
        onSuccess: (order) => {
          setCreated(order);
          keep(undefined);
        },
        onError: (error) => {
          const refused = withoutRefused(error, typed);
          setTyped({ branch: refused.branch, exams: refused.exams });
          setErrors(refused.errors);
        },
      },
    );
  }

  return {
    ...typed,
    opened: isOpen,
    errors,
    created,
    isLeaving,
    isSaving: creating.isPending,
    chooseBranch: (branch: OrderBranch) => {
      setTyped({ branch, exams: sameStudies(typed, branch) });
      setErrors({});
      creating.reset();
    },
    chooseExams: (exams: readonly string[]) => {
      setTyped({ ...typed, exams });
      setErrors(errors.form === undefined ? {} : { form: errors.form });
    },
    save,
    close: () => {
      if (creating.isPending) return;
      if (isChanged) setLeaving(!isLeaving);
      else finish();
    },
    stay: () => setLeaving(false),
    finish,
  };
}

/** What was chosen at one branch stays chosen at another that offers it too, however it writes it. */
function sameStudies({ branch, exams }: Typed, next: OrderBranch): string[] {
  const names = new Set(
    branch?.exams.filter(({ exam }) => exams.includes(exam)).map(({ name }) => name),
  );
  return next.exams.filter(({ name }) => names.has(name)).map(({ exam }) => exam);
}
