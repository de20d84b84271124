import type { ExportRequestInput } from '@simiente/contract/list-exports';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { Hint } from '../../ui/hint/Hint.tsx';
import classes from './ExportLine.module.css';
import { useExport } from './use-export.ts';

interface ExportLineProps {
  /** What the head of the list says of it. */
  children: ReactNode;
  request: ExportRequestInput;
  /** What the file will hold: '24 pacientes', 'los cambios del periodo'. */
  what: string;
  isEmpty: boolean;
}

/** What is said of a list, and right beside it the button that gives it, as its filters leave it, as a file. */
export function ExportLine({ children, request, what, isEmpty }: ExportLineProps) {
  const exporting = useExport();
  const button = (
    <LockButton
      kind="subtle"
      size="compact-sm"
      className={classes.button}
      icon={<IconDownload size={16} stroke={1.7} aria-hidden />}
      {...(isEmpty ? {} : { 'aria-label': `Exportar ${what} en CSV` })}
      disabled={isEmpty}
      disabledReason="No hay nada que exportar"
      loading={exporting.isPending}
      loadingLabel="Exportar"
      onClick={() => exporting.mutate({ request, what })}
    >
      Exportar
    </LockButton>
  );
  return (
    <span className={classes.line}>
      <span>{children}</span>
      {isEmpty ? button : <Hint label={`${what}, en un archivo CSV`}>{button}</Hint>}
    </span>
  );
}
