import { type ExamOrder, orderPdfName, orderPdfPath } from '@simiente/contract/exam-orders/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { download } from '../../lib/api/download.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { refreshOrders } from './order-cache.ts';

/**
 * Downloads the PDF of an order, one download at a time. A failed download is repeated with the same
 * idempotency key, so that the server does not count it twice.
 */
export function useDownloadOrder({ idOrder, folio }: Pick<ExamOrder, 'idOrder' | 'folio'>) {
  const cache = useQueryClient();
  const { keyFor, forget } = useRequestKey();
  const failure = useFailureToast();
  const downloading = useMutation({
    onMutate: failure.clear,
    mutationFn: () =>
      download(orderPdfPath(idOrder), {
        fileName: orderPdfName(folio),
        idempotencyKey: keyFor(idOrder),
      }),
    onSuccess: forget,
    onError: (error) =>
      failure.tell('No se pudo descargar la orden', {
        detail: error.message,
        onRetry: () => downloading.mutate(),
      }),
    onSettled: () => refreshOrders(cache),
  });
  return {
    isDownloading: downloading.isPending,
    isDownloaded: downloading.isSuccess,
    start: () => {
      if (!downloading.isPending) downloading.mutate();
    },
  };
}
