import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { recordId } from '@simiente/contract/common/ids';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { RECORD_PATH, recordFileName } from '@simiente/contract/patient-record';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { describeFault } from '../../platform/http/failures.ts';
import { staffOf } from '../../platform/http/guard.ts';
import { originOf } from '../../platform/http/origin.ts';
import { createPlaces } from '../../platform/http/places.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { exportRecord } from './export-record.ts';
import { DEFAULT_RECORD_LIMITS, type RecordLimits, zipRecord } from './zip-record.ts';

const params = z.object({ id: recordId });

/** Each reads the store for as long as its client takes. */
const PLACES = { all: 4, ofOne: 2, comeBackAfter: 10 };

export interface RecordParts {
  readonly db: Database;
  readonly store: FileStore;
  /** IANA name; the zone of the clinic. */
  readonly clinicTimeZone: string;
  readonly log: Pick<Logger, 'error'>;
  readonly limits?: RecordLimits;
}

/** Serves a patient's whole record under the session, as a ZIP that is made while it is read. */
export function registerRecordRoute(app: FastifyInstance, parts: RecordParts): void {
  const { db, store, clinicTimeZone: timeZone, log, limits = DEFAULT_RECORD_LIMITS } = parts;
  const places = createPlaces(PLACES);
  // A HEAD would read all of it to say nothing.
  const options = {
    config: { access: 'session' },
    exposeHeadRoute: false,
    compress: false,
  } as const;
  app.get(RECORD_PATH, options, async (request, reply) => {
    const { success, data } = params.safeParse(request.params);
    if (!success) throw new Problem('NOT_FOUND');
    const actor = staffOf(request);
    const leave = places.take(actor.id);
    const content = new PassThrough();
    // Whoever reads it hears of its end; without anybody it must not end this process.
    content.on('error', () => {});
    try {
      const collected = await exportRecord(db, { actor, origin: originOf(request) }, data.id);
      zipRecord(collected, { store, timeZone, limits }, content)
        .catch((fault: unknown) => {
          if (!isLeaving(fault)) log.error(describeFault(fault), 'export of a record failed');
          content.destroy(isLeaving(fault) ? undefined : new Problem('UNAVAILABLE'));
        })
        .finally(leave);
    } catch (error) {
      leave();
      throw error;
    }
    await once(content, 'readable');
    const { date } = toWallTime(new Date().toISOString(), timeZone);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${recordFileName(data.id, date)}"`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(content);
  });
}

/** The client went away, or took nothing for too long: no fault of ours. */
function isLeaving(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
