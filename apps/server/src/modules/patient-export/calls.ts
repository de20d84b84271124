import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { toWallTime } from '@simiente/contract/common/wall-time';
import {
  type patientRecordContract,
  recordFileName,
} from '@simiente/contract/patient-record/calls';
import { type Act, may } from '../../platform/act.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Database } from '../../platform/database/database.ts';
import { describeFault } from '../../platform/failures.ts';
import { createSemaphore } from '../../platform/http/load/semaphore.ts';
import { Problem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { requireOwnPatient } from '../appointments/public.ts';
import { writeAudit } from '../audit/public.ts';
import { allParts, type CollectedRecord, collectRecord, type ReadableParts } from './collect.ts';
import { beginZip } from './zip-record.ts';

/** An export reads the store for as long as its client downloads, so concurrent exports are limited. */
const PERMITS = { all: 4, perClient: 2, retryAfter: 10 };

/** A patient's whole record, as a ZIP that is created while it is read. */
export function patientRecordCalls(store: FileStore): Handlers<typeof patientRecordContract> {
  const semaphore = createSemaphore(PERMITS);
  return {
    fetch: {
      route: { config: { cost: 'patient-record' }, exposeHeadRoute: false, compress: false },
      handle: async (context, { idUser: id }) => {
        const { db, actor, clinicTimeZone: timeZone, log } = context;
        const release = await semaphore.take(actor.id);
        const content = new PassThrough();
        // The error of a stream without a reader must not end this process.
        content.on('error', () => {});
        try {
          await requireOwnPatient(db, actor, id, 'records.exportAll');
          const collected = await exportRecord(db, context, id, {
            reports: may(actor, 'reports.read'),
            exam_files: may(actor, 'exams.open'),
            results: may(actor, 'results.read'),
            request_files: may(actor, 'records.exportAll'),
          });
          const write = await beginZip(collected, { store, timeZone }).catch((cause: unknown) => {
            throw new Problem('UNAVAILABLE', { cause, retryAfter: 5 });
          });
          write(content)
            .catch((fault: unknown) => {
              if (isDisconnect(fault)) return void content.destroy();
              log.error(describeFault(fault), 'export of a record failed');
              content.destroy(new Problem('UNAVAILABLE'));
            })
            .finally(release);
        } catch (error) {
          release();
          throw error;
        }
        await once(content, 'readable');
        const { date } = toWallTime(new Date().toISOString(), timeZone);
        return {
          headers: {
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename="${recordFileName(id, date)}"`,
            'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
            'x-content-type-options': 'nosniff',
          },
          content,
        };
      },
    },
  };
}

/** Whether the client disconnected or stopped reading, which is not a fault of the server. */
function isDisconnect(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * Reads a patient's record in one snapshot, and audits the export before its first byte.
 * @throws Problem NOT_FOUND for an unknown, deleted or blocked patient
 * @throws Problem NOT_SEALED until every signature of a report is in the sealed chain
 */
export function exportRecord(
  db: Database,
  act: Act,
  id: string,
  readable: ReadableParts = allParts,
): Promise<CollectedRecord> {
  return db.transaction(
    async (transaction) => {
      const collected = await collectRecord(transaction, id, new Date(), readable);
      await writeAudit(transaction, act, {
        action: 'patient.exported',
        subject: { kind: 'patient', id },
        details: { files: collected.entries.length, leftOut: collected.record.leftOut },
      });
      return collected;
    },
    { isolationLevel: 'repeatable read' },
  );
}
