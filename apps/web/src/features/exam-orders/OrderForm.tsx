import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { useFocusInvalid } from '../../ui/form/use-focus-invalid.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { BranchPicker } from './BranchPicker.tsx';
import classes from './NewOrderModal.module.css';
import type { NewOrder } from './use-new-order.ts';

/** Which branch, and which of the studies that it offers. */
export function OrderForm({ order }: { order: NewOrder }) {
  const { branch, errors, isSaving } = order;
  const form = useFocusInvalid(errors);
  return (
    <DialogForm
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        order.save();
      }}
    >
      <FormAlert message={errors.form} />
      <BranchPicker
        value={branch}
        error={errors.branch}
        readOnly={isSaving}
        onChange={order.chooseBranch}
      />
      <div className={classes.offer}>
        <Studies order={order} />
      </div>
      <FormActions>
        <LockButton kind="default" disabled={isSaving} onClick={order.close}>
          Cancelar
        </LockButton>
        <LockButton type="submit" loading={isSaving}>
          Crear orden
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}

function Studies({ order: { branch, exams, errors, isSaving, chooseExams } }: { order: NewOrder }) {
  if (branch === null) {
    return <p className={classes.hint}>Elige la sucursal para ver los estudios que ofrece.</p>;
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
        error={errors.exams}
        readOnly={isSaving}
        onChange={chooseExams}
      />
    </div>
  );
}
