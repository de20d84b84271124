import { type examOrdersContract, formatFolio, orderPdfName } from '@simiente/contract/exam-orders';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { readSheet, type SheetFacts } from './read-sheet.ts';
import { recordDownload } from './record-download.ts';

/**
 * The PDF of an order, made for each request. A download is counted and audited once the PDF is made,
 * before its first byte: a failed one is not counted, nor is HEAD. Ranges are not served, so that one
 * download is never several requests.
 */
export function orderPdf(store: FileStore): Handlers<typeof examOrdersContract.pdf> {
  return {
    route: { config: { cost: 'pdf' } },
    head: async ({ db }, { id }) => ({
      headers: headersOf(await db.transaction((transaction) => readSheet(transaction, id))),
      content: null,
    }),
    handle: async (context, { id }) => {
      const { db, log, clinicTimeZone: timeZone } = context;
      const facts = await db.transaction((transaction) => readSheet(transaction, id));
      const [{ readLogo }, { makeSheet }] = await loadSheet();
      const { logoKey, ...sheet } = facts;
      const logo = logoKey === null ? null : await readLogo(store, logoKey, log);
      const pdf = await makeSheet({ ...sheet, timeZone, logo });
      await db.transaction((transaction) => recordDownload(transaction, context, id));
      return { headers: headersOf(facts), content: pdf };
    },
  };
}

/** Fonts and the drawing library are large: they are loaded for the first sheet. */
function loadSheet() {
  return Promise.all([import('./sheet/logo.ts'), import('./sheet/sheet.ts')]);
}

function headersOf({ folio }: SheetFacts) {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${orderPdfName(formatFolio(folio))}"`,
    'accept-ranges': 'none',
  };
}
