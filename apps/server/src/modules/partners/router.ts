import { authenticated } from '../../platform/http/procedures.ts';
import { listedFilter, recordAudit } from '../audit/public.ts';
import { listAllPartners, listPartners } from './list-partners.ts';
import { readPartner } from './read-partner.ts';

const partners = authenticated.partners;

/** The calls about partners that take no image; the others are in `uploads.ts`. */
export const partnersRouter = {
  getAll: partners.getAll.handler(({ context }) =>
    context.db.transaction(async (transaction) => {
      const data = await listAllPartners(transaction);
      await recordAudit(transaction, context, {
        action: 'partners.listed',
        details: { count: data.length },
      });
      return { status: 200, data };
    }),
  ),

  list: partners.list.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { cursors, clinicTimeZone } = context;
      const data = await listPartners(transaction, input, cursors, clinicTimeZone);
      await recordAudit(transaction, context, {
        action: 'partners.listed',
        details: { filter: listedFilter(input), count: data.partners.length },
      });
      return { status: 200, data };
    }),
  ),

  getOne: partners.getOne.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const partner = await readPartner(transaction, input.idPartner);
      await recordAudit(transaction, context, {
        action: 'partner.read',
        subject: { kind: 'partner', id: partner.idPartner },
      });
      return { status: 200, data: { partner } };
    }),
  ),
};
