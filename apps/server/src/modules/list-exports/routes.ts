import { once } from 'node:events';
import { recordId } from '@simiente/contract/common/ids';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { EXPORT_PATH } from '@simiente/contract/export-path';
import type { ExportRequest } from '@simiente/contract/list-exports';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Act } from '../../platform/http/context.ts';
import { staffOf } from '../../platform/http/guard.ts';
import { originOf } from '../../platform/http/origin.ts';
import { createPlaces } from '../../platform/http/places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { recordAudit } from '../audit/public.ts';
import { listOf } from './lists/every-list.ts';
import { findExport } from './request-export.ts';
import { type ExportParts, streamExport } from './stream-export.ts';

const params = z.object({ id: recordId });

/** Each export holds a connection of the pool, which has ten. */
const PLACES = { all: 4, ofOne: 2, comeBackAfter: 10 };

/** Serves the exports that were asked for, under the session of who asked, streamed and audited. */
export function registerExportRoutes(app: FastifyInstance, parts: ExportParts): void {
  const places = createPlaces(PLACES, () => app.metrics.shed('exports'));
  app.metrics.addGauge('simiente_exports', 'Exports under way', places.inUse);
  const underWay = new Set<Promise<void>>();
  // The database closes after the application: what still writes has its end in the audit by then.
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });

  // A HEAD would read the whole list to say nothing.
  const options = {
    config: { access: 'session', cost: 'export' },
    exposeHeadRoute: false,
    compress: false,
  } as const;
  app.get(EXPORT_PATH, options, async (request, reply) => {
    const { success, data } = params.safeParse(request.params);
    if (!success) throw new Problem('NOT_FOUND');
    const actor = staffOf(request);
    const act = { actor, origin: originOf(request) };
    const leave = places.take(actor.id);
    const begun = await begin(parts, act, data.id).catch((error: unknown) => {
      leave();
      throw error;
    });
    const { content, ended } = streamExport({ ...parts, log: request.log }, act, {
      id: data.id,
      request: begun,
    });
    const over = ended.finally(() => {
      leave();
      underWay.delete(over);
    });
    underWay.add(over);
    // One that cannot be read fails before the headers of one that can.
    await once(content, 'readable');
    return reply.headers(headersOf(begun, parts.clinicTimeZone)).send(content);
  });
}

/** Finds what was asked for, and has in the audit that it is fetched before its first byte leaves. */
function begin({ db }: ExportParts, act: Act & { actor: { id: string } }, id: string) {
  return db.transaction(async (transaction) => {
    const request = await findExport(transaction, id, act.actor.id);
    const { search, ...filter } = request.filters as Record<string, unknown>;
    await recordAudit(transaction, act, {
      action: 'list.exported',
      subject: { kind: 'export', id },
      // What was searched for is a person's name: that it was is enough.
      details: { list: request.list, filter: { ...filter, searched: search !== undefined } },
    });
    return request;
  });
}

function headersOf(request: ExportRequest, timeZone: string) {
  const { date } = toWallTime(new Date().toISOString(), timeZone);
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${listOf(request).fileName}-${date}.csv"`,
    'cache-control': 'no-store',
  };
}
