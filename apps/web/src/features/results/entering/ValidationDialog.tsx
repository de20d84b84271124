import { Checkbox } from '@mantine/core';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { useState } from 'react';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { openWarnings } from '../result-cache.ts';
import classes from './SecondReadingDialog.module.css';
import { SetDialog, type SetDialogProps } from './SetDialog.tsx';

/** The warnings that the validator accepts, and what the validator has read, if the set lacks a second reading. */
export interface Acceptance {
  readonly acknowledged: string[];
  readonly basis?: ReadingBasis;
}

interface ValidationDialogProps extends SetDialogProps {
  isSaving: boolean;
  onValidate: (acceptance: Acceptance) => void;
}

/** Asks to accept each open warning, and to read the file or paper if the set lacks a second reading. */
export default function ValidationDialog(props: ValidationDialogProps) {
  const { set, name, isSaving, onValidate, onClose } = props;
  const [basis, setBasis] = useState<ReadingBasis | null>(null);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const warnings = openWarnings(set);
  const isReady =
    warnings.every((message) => accepted.includes(message)) &&
    (basis !== null || !set.lacksSecondReading);
  return (
    <SetDialog
      set={set}
      name={name}
      title="Validar resultados"
      // A toast shows the failure.
      mutation={{ isPending: isSaving, error: null }}
      submitLabel="Validar"
      missing={!isReady}
      onSubmit={() => onValidate({ acknowledged: warnings, ...(basis !== null && { basis }) })}
      onClose={onClose}
    >
      {set.lacksSecondReading && <ReadingBasisField set={set} basis={basis} onChange={setBasis} />}
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
    </SetDialog>
  );
}

interface ReadingBasisFieldProps {
  set: Pick<ResultSet, 'fileUrl'>;
  /** Null until the user opens the file, or states that a paper was read. */
  basis: ReadingBasis | null;
  onChange: (basis: ReadingBasis | null) => void;
}

/** The link to the file, which the user must open first; without a file, the statement that a paper was read. */
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
