import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ExportFormat } from '@simiente/contract/common/paths';
import { toWallTime } from '@simiente/contract/common/wall-time';
import {
  EXPORT_MINUTES,
  type ExportRequest,
  exportCapabilities,
  exportMediaTypes,
  exportRequest,
  type listExportsContract,
} from '@simiente/contract/list-exports/calls';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Act, requireCapability } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { createSemaphore } from '../../platform/http/load/semaphore.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { Problem } from '../../platform/problem.ts';
import { listExports } from '../../schema/operation/installation.ts';
import { writeAudit } from '../audit/public.ts';
import { resolveMerged } from '../patients/public.ts';
import { getList } from './every-list.ts';
import { type ExportLimits, streamExport } from './stream-export.ts';

export const listExportCalls = (
  app: FastifyInstance,
  limits: ExportLimits,
): Handlers<typeof listExportsContract> => ({
  // Nothing is read yet, so only the fetch is audited.
  request: (context, input) => {
    requireCapability(context.actor, exportCapabilities[input.list]);
    return context.db.transaction((transaction) =>
      withIdempotencyKey(transaction, context, { call: 'listExports.request', input }, () =>
        requestExport(transaction, context, input),
      ),
    );
  },

  fetch: exportFetch(app, limits),
});

/** Each export uses one of the pool's ten connections. */
const PERMITS = { all: 4, perClient: 2, retryAfter: 10 };

/** Streams requested exports to the user who requested them, and audits them. */
function exportFetch(
  app: FastifyInstance,
  limits: ExportLimits,
): Handlers<typeof listExportsContract.fetch> {
  const semaphore = createSemaphore(PERMITS, () => app.metrics.shed('exports'));
  app.metrics.addGauge('simiente_exports', 'Exports under way', () => semaphore.count().busy);
  const unfinished = new Set<Promise<void>>();
  // The database closes after the application, so that the audit records how unfinished exports ended.
  app.addHook('onClose', async () => {
    await Promise.all(unfinished);
  });
  return {
    route: { config: { cost: 'export' }, exposeHeadRoute: false, compress: false },
    handle: async (context, { id, format }) => {
      const { db, actor } = context;
      const release = await semaphore.take(actor.id);
      const request = await beginFetch(db, context, { id, format }).catch((error: unknown) => {
        release();
        throw error;
      });
      const file = { id, format, request };
      const { content, ended } = streamExport({ ...context, limits }, context, file);
      const finished = ended.finally(() => {
        release();
        unfinished.delete(finished);
      });
      unfinished.add(finished);
      // An export that cannot be read fails before headers are sent.
      await once(content, 'readable');
      return { headers: createHeaders(request, format, context.clinicTimeZone), content };
    },
  };
}

/** Finds the requested export, and audits the fetch before its first byte. */
function beginFetch(
  db: Database,
  act: Act & Pick<StaffContext, 'actor'>,
  { id, format }: { id: string; format: ExportFormat },
) {
  return db.transaction(async (transaction) => {
    const request = await findExport(transaction, id, act.actor.id);
    requireCapability(act.actor, exportCapabilities[request.list]);
    const { search, ...filter } = request.filters as Record<string, unknown>;
    await writeAudit(transaction, act, {
      action: 'list.exported',
      subject: { kind: 'export', id },
      ...(request.list === 'patientResults' && { patientId: request.filters.idUser }),
      // A search is often a name, so only its presence is audited.
      details: {
        list: request.list,
        format,
        filter: { ...filter, searched: search !== undefined },
      },
    });
    return request;
  });
}

function createHeaders(request: ExportRequest, format: ExportFormat, timeZone: string) {
  const { date } = toWallTime(new Date().toISOString(), timeZone);
  return {
    'content-type': `${exportMediaTypes[format]}${format === 'csv' ? '; charset=utf-8' : ''}`,
    'content-disposition': `attachment; filename="${getList(request).fileName}-${date}.${format}"`,
  };
}

/**
 * Stores the request of an export until the browser fetches it.
 * @returns its id
 */
async function requestExport(
  transaction: Transaction,
  { actor }: Pick<StaffContext, 'actor'>,
  { list, filters }: ExportRequest,
): Promise<{ idExport: string }> {
  const id = `exp_${randomUUID()}`;
  const resolved =
    list === 'patientResults' ? await resolveMerged(transaction, filters) : undefined;
  await transaction
    .insert(listExports)
    .values({ id, staffId: actor.id, list, filters: resolved ?? filters });
  return { idExport: id };
}

/**
 * A user's request of an export.
 * @throws Problem NOT_FOUND for an expired request, or one of another user
 */
async function findExport(
  transaction: Transaction,
  id: string,
  staffId: string,
): Promise<ExportRequest> {
  const [row] = await transaction
    .select({ list: listExports.list, filters: listExports.filters })
    .from(listExports)
    .where(
      and(
        eq(listExports.id, id),
        eq(listExports.staffId, staffId),
        gt(listExports.createdAt, sql`now() - make_interval(mins => ${EXPORT_MINUTES})`),
      ),
    );
  // A request that an earlier version stored may be invalid in this one.
  const { data: request } = exportRequest.safeParse(row);
  if (!request) throw new Problem('NOT_FOUND');
  return request;
}

export function exportSweep(db: Database): Job {
  return {
    name: 'list-exports.sweep',
    schedule: { everyMinutes: EXPORT_MINUTES },
    run: async () => ({ removed: await sweepExports(db) }),
  };
}

/** Deletes expired requests, because their filters may contain names. @returns their number */
export async function sweepExports(db: Database): Promise<number> {
  const { rowCount } = await db
    .delete(listExports)
    .where(lt(listExports.createdAt, sql`now() - make_interval(mins => ${EXPORT_MINUTES})`));
  return rowCount ?? 0;
}
