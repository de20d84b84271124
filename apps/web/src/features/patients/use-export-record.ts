import { toWallTime } from '@simiente/contract/common/wall-time';
import { recordFileName, recordPath } from '@simiente/contract/patient-record';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../lib/api/download.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';

/** Fetches a patient's whole record; one that did not come whole is not handed over. */
export function useExportRecord(idUser: string) {
  const exporting = useMutation({
    mutationFn: () => download(recordPath(idUser), { fileName: recordFileName(idUser, today()) }),
    // Each one is in the audit, and may be long: another is a person's choice.
    retry: false,
    onSuccess: () =>
      notifySuccess('Expediente exportado', {
        detail: 'Tiene datos de salud: guárdalo en un lugar seguro.',
      }),
    onError: (error) =>
      notifyError('No se pudo exportar el expediente', {
        detail: error.message,
        onRetry: () => exporting.mutate(),
      }),
  });
  return exporting;
}

function today(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return toWallTime(new Date().toISOString(), timeZone).date;
}
