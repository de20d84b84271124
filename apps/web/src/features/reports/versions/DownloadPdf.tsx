import { reportPdfName, reportPdfPath } from '@simiente/contract/reports/paper-calls';
import type { VersionSummary } from '@simiente/contract/reports/version';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../../lib/api/download.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { useFailureToast } from '../../../ui/toasts/use-failure-toast.ts';

/** The PDF of a signed version. */
export function DownloadPdf({ version }: { version: VersionSummary }) {
  const { idVersion, number } = version;
  const failure = useFailureToast();
  const downloading = useMutation({
    onMutate: failure.clear,
    mutationFn: () => download(reportPdfPath(idVersion), { fileName: reportPdfName(number) }),
    // Each one is in the audit: another is a person's choice.
    retry: false,
    onError: (error) =>
      failure.tell('No se pudo descargar el PDF', {
        detail: error.message,
        onRetry: () => downloading.mutate(),
      }),
  });
  return (
    <LockButton
      kind="default"
      size="compact-sm"
      icon={<IconDownload size={17} stroke={1.7} aria-hidden />}
      loading={downloading.isPending}
      loadingLabel="PDF"
      aria-label={`Descargar el PDF de la versión ${number}`}
      onClick={() => downloading.mutate()}
    >
      PDF
    </LockButton>
  );
}
