import type { Patient } from '@simiente/contract/patients';
import { IconDownload } from '@tabler/icons-react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useExportRecord } from './use-export-record.ts';

/** 'Exportar expediente' on the patient's own page. */
export function ExportRecord({ idUser }: Pick<Patient, 'idUser'>) {
  const exporting = useExportRecord(idUser);
  return (
    <LockButton
      kind="default"
      icon={<IconDownload size={17} stroke={1.7} aria-hidden />}
      loading={exporting.isPending}
      loadingLabel="Exportar expediente"
      onClick={() => exporting.mutate()}
    >
      Exportar expediente
    </LockButton>
  );
}
