import { recordId } from '@simiente/contract/common/ids';
import { formatFolio, ORDER_PDF_PATH, orderPdfName } from '@simiente/contract/exam-orders';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type CallParts, contextOf } from '../../platform/calls/call-context.ts';
import { staffOf } from '../../platform/http/guard.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { readSheet, type SheetFacts } from './read-sheet.ts';
import { recordDownload } from './record-download.ts';

const params = z.object({ id: recordId });

/**
 * Serves the PDF of an order under the session, made anew each time. A download is counted and audited
 * once the PDF is made, before its first byte: one that cannot be made counts nothing. HEAD looks and
 * counts nothing; parts are not served, so that nobody fetches one download in several requests.
 */
export function registerOrderPdf(
  app: FastifyInstance,
  { store, ...parts }: CallParts & { readonly store: FileStore },
): void {
  const { db, clinicTimeZone: timeZone } = parts;
  app.get(
    ORDER_PDF_PATH,
    { config: { access: 'session', cost: 'pdf' } },
    async (request, reply) => {
      const { success, data } = params.safeParse(request.params);
      if (!success) throw new Problem('NOT_FOUND');
      const facts = await db.transaction((transaction) => readSheet(transaction, data.id));
      if (request.method === 'HEAD') return reply.headers(headersOf(facts)).send();
      const [{ readLogo }, { makeSheet }] = await loadSheet();
      const { logoKey, ...sheet } = facts;
      const logo = logoKey === null ? null : await readLogo(store, logoKey, request.log);
      const pdf = await makeSheet({ ...sheet, timeZone, logo });
      const context = { ...contextOf(request, parts), actor: staffOf(request) };
      await db.transaction((transaction) => recordDownload(transaction, context, data.id));
      return reply.headers(headersOf(facts)).send(pdf);
    },
  );
}

/** Fonts and the libraries that draw are large: only who asks for a sheet waits for them. */
function loadSheet() {
  return Promise.all([import('./sheet/logo.ts'), import('./sheet/sheet.ts')]);
}

function headersOf({ folio }: SheetFacts) {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${orderPdfName(formatFolio(folio))}"`,
    'accept-ranges': 'none',
    'cache-control': 'no-store',
  };
}
