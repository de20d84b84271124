import type {
  DownloadListInput,
  DownloadPage,
  OrderDownload,
} from '@simiente/contract/exam-orders';
import { queries } from '../../lib/api/client.ts';
import type { PeriodSearch } from '../../lib/period/period.ts';
import { byCursor, pageInput, useListPages } from '../records/public.ts';

const downloadList = { rowsOf: ({ downloads }: DownloadPage): OrderDownload[] => downloads };

/** What the list is asked for, by its page; an export of it is asked for the same, without one. */
export function downloadsInput(search: PeriodSearch) {
  return pageInput(inputOf(search), '');
}

/** The pages of the list under its filters; the earlier ones stay while new ones are on their way. */
export function useDownloads(search: PeriodSearch) {
  return useListPages(
    downloadList,
    queries.examOrders.downloads.infiniteOptions({
      ...byCursor,
      input: downloadsInput(search),
    }),
  );
}

/** The days and the laboratory of the address as the call takes them. */
function inputOf({ desde, hasta, laboratorio }: PeriodSearch): DownloadListInput {
  return {
    ...(desde !== undefined && { from: desde }),
    ...(hasta !== undefined && { to: hasta }),
    ...(laboratorio !== undefined && { idLaboratory: laboratorio }),
  };
}
