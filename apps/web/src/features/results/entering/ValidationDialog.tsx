import { Checkbox } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { listFacts } from '@simiente/contract/results/words';
import { useState } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/DialogForm.tsx';
import { UnsavedModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { openWarnings } from '../result-cache.ts';
import { ReadingBasisField } from './ReadingBasisField.tsx';
import classes from './SecondReadingDialog.module.css';

/** Data of a validation besides the set. */
export interface Acceptance {
  readonly acknowledged: string[];
  readonly basis?: ReadingBasis;
}

interface ValidationDialogProps {
  set: ResultSet;
  /** Name of the patient. */
  name: string;
  isSaving: boolean;
  onValidate: (acceptance: Acceptance) => void;
  onClose: () => void;
}

/** Before a validation: each open warning is accepted, and the file is opened unless it was read twice. */
export default function ValidationDialog(props: ValidationDialogProps) {
  const { set, name, isSaving, onValidate, onClose } = props;
  const timeZone = useClinicTimeZone();
  const [basis, setBasis] = useState<ReadingBasis | null>(null);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const warnings = openWarnings(set);
  const isReady =
    warnings.every((message) => accepted.includes(message)) &&
    (basis !== null || !set.lacksSecondReading);
  return (
    <UnsavedModal
      opened
      title="Validar resultados"
      lead={[name, examTypeLabel(set.examType), ...listFacts(set, timeZone)].join(' · ')}
      isUnsaved={false}
      isBusy={isSaving}
      onClose={onClose}
    >
      {(close) => (
        <DialogForm
          onSubmit={(event) => {
            event.preventDefault();
            if (!isReady || isSaving) return;
            onValidate({ acknowledged: warnings, ...(basis !== null && { basis }) });
          }}
        >
          {set.lacksSecondReading && (
            <ReadingBasisField set={set} basis={basis} onChange={setBasis} />
          )}
          {warnings.map((message) => (
            <Checkbox
              key={message}
              label="Así aparece en el reporte"
              description={message}
              checked={accepted.includes(message)}
              onChange={({ currentTarget: { checked } }) =>
                setAccepted((before) =>
                  checked ? [...before, message] : before.filter((one) => one !== message),
                )
              }
            />
          ))}
          {warnings.length > 0 && (
            <p className={classes.words}>Tu nombre queda junto a las advertencias que aceptas.</p>
          )}
          <FormActions>
            <LockButton kind="default" disabled={isSaving} onClick={close}>
              Cancelar
            </LockButton>
            <LockButton type="submit" disabled={!isReady} loading={isSaving}>
              Validar
            </LockButton>
          </FormActions>
        </DialogForm>
      )}
    </UnsavedModal>
  );
}
