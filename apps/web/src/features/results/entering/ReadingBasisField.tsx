import { Checkbox } from '@mantine/core';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import classes from './SecondReadingDialog.module.css';

interface ReadingBasisFieldProps {
  set: Pick<ResultSet, 'fileUrl'>;
  /** Null until the file was opened, or reported missing. */
  basis: ReadingBasis | null;
  onChange: (basis: ReadingBasis | null) => void;
}

/** Second readers must first open the file, or confirm that they read a paper. */
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
