import { type ExamOrder, orderPdfName, orderPdfPath } from '@simiente/contract/exam-orders/calls';
import { invalidate, queries } from '../../lib/api/client.ts';
import { download } from '../../lib/api/download.ts';
import { useToastMutation } from '../../ui/toasts/notify.tsx';

export function refreshOrders(): Promise<void> {
  return invalidate(queries.examOrders.key());
}

/** Downloads the PDF of an order. A retry has the same idempotency key, so that one download is counted. */
export function useDownloadOrder({ idOrder, folio }: Pick<ExamOrder, 'idOrder' | 'folio'>) {
  const downloading = useToastMutation('No se pudo descargar la orden', {
    mutationFn: (id: string, { context }) =>
      download(orderPdfPath(id), { fileName: orderPdfName(folio), ...context }),
    offersRetry: true,
    onSettled: () => refreshOrders(),
  });
  return {
    isDownloading: downloading.isPending,
    isDownloaded: downloading.isSuccess,
    start: () => downloading.mutate(idOrder),
  };
}
