import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { requestExport } from './request-export.ts';

export const listExportsRouter = {
  // Nothing is read yet: the audit has it when it is fetched.
  request: authenticated.listExports.request.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'listExports.request', input }, () =>
        requestExport(transaction, context, input),
      );
      return { status: 200, data };
    }),
  ),
};
