import { exportPath } from '@simiente/contract/export-path';
import type { ExportRequestInput } from '@simiente/contract/list-exports';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';

interface Export {
  readonly request: ExportRequestInput;
  /** '24 pacientes'. */
  readonly what: string;
}

/** Asks for a list as a file, and has the browser fetch it. */
export function useExport() {
  const exporting = useMutation({
    mutationFn: ({ request }: Export) => api.listExports.request(request),
    onSuccess: ({ data }, { what }) => {
      download(exportPath(data.idExport));
      notifySuccess('Descarga en curso', { detail: `${what} en un archivo CSV.` });
    },
    onError: (error, asked) =>
      notifyError('No se pudo exportar', {
        detail: error.message,
        onRetry: () => exporting.mutate(asked),
      }),
  });
  return exporting;
}

/** As a link does: the browser writes it to disk while it comes, however long it is. */
function download(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
