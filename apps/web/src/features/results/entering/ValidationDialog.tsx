import { Checkbox } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { listFacts } from '@simiente/contract/results/words';
import { useState } from 'react';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { UnsavedModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { openWarnings, type SetDialogProps } from '../result-cache.ts';
import classes from './SecondReadingDialog.module.css';

/** The warnings that a validation accepts, and how the file was read, if no second reading did. */
export interface Acceptance {
  readonly acknowledged: string[];
  readonly basis?: ReadingBasis;
}

interface ValidationDialogProps extends SetDialogProps {
  isSaving: boolean;
  onValidate: (acceptance: Acceptance) => void;
}

/** Asks to accept each open warning before a validation, and to open the file unless it was read twice. */
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
                  checked ? [...before, message] : before.filter((other) => other !== message),
                )
              }
            />
          ))}
          {warnings.length > 0 && (
            <p className={classes.words}>Tu nombre queda junto a las advertencias que aceptas.</p>
          )}
          <FormActions onCancel={close} isBusy={isSaving}>
            <LockButton type="submit" disabled={!isReady} loading={isSaving}>
              Validar
            </LockButton>
          </FormActions>
        </DialogForm>
      )}
    </UnsavedModal>
  );
}

interface ReadingBasisFieldProps {
  set: Pick<ResultSet, 'fileUrl'>;
  /** Null until the file was opened, or reported missing. */
  basis: ReadingBasis | null;
  onChange: (basis: ReadingBasis | null) => void;
}

/** The link to the file, which a second reader must open first, or the statement that a paper was read. */
export function ReadingBasisField({ set: { fileUrl }, basis, onChange }: ReadingBasisFieldProps) {
  if (fileUrl === null) {
    return (
      <Checkbox
        label="No hay archivo: lo leí del reporte en papel"
        checked={basis === 'paper'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'paper' : null)}
      />
    );
  }
  return (
    <>
      <LinkButton
        kind="default"
        size="xs"
        className={classes.file}
        href={fileUrl}
        newTab
        onFollow={() => onChange('file')}
      >
        Abrir el archivo en otra pestaña
      </LinkButton>
      {basis === null && <p className={classes.words}>Abre primero el archivo para confirmar.</p>}
    </>
  );
}
