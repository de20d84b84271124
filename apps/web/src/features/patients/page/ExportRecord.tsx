import { dayIn } from '@simiente/contract/common/days';
import { recordFileName, recordPath } from '@simiente/contract/patient-record/calls';
import type { Patient } from '@simiente/contract/patients/calls';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../../lib/api/download.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../../ui/toasts/use-failure-toast.ts';
import { useClinicTimeZone } from '../../session/public.ts';

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

/** Fetches a patient's whole record; one that did not come whole is not handed over. */
function useExportRecord(idUser: string) {
  const timeZone = useClinicTimeZone();
  const failure = useFailureToast();
  const exporting = useMutation({
    onMutate: failure.clear,
    mutationFn: () => {
      const today = dayIn(timeZone, new Date());
      return download(recordPath(idUser), { fileName: recordFileName(idUser, today) });
    },
    // Each one is in the audit, and may be long: another is a person's choice.
    retry: false,
    onSuccess: () =>
      notifySuccess('Expediente exportado', {
        detail: 'Tiene datos de salud: guárdalo en un lugar seguro.',
      }),
    onError: (error) =>
      failure.tell('No se pudo exportar el expediente', {
        detail: error.message,
        onRetry: () => exporting.mutate(),
      }),
  });
  return exporting;
}
