import type { listExportsContract } from '@simiente/contract/list-exports';
import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { once } from '../../platform/idempotency/once.ts';
import { exportFetch } from './fetch-call.ts';
import { requestExport } from './request-export.ts';
import type { ExportLimits } from './stream-export.ts';

export const listExportCalls = (
  app: FastifyInstance,
  limits: ExportLimits,
): Handlers<typeof listExportsContract> => ({
  // Nothing is read yet: the fetch is audited.
  request: (context, input) =>
    context.db.transaction((transaction) =>
      once(transaction, context, { call: 'listExports.request', input }, () =>
        requestExport(transaction, context, input),
      ),
    ),

  fetch: exportFetch(app, limits),
});
