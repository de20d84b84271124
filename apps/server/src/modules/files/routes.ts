import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { recordId } from '@simiente/contract/common/ids';
import { FILE_PATH } from '@simiente/contract/files';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { staffOf } from '../../platform/http/guard.ts';
import { originOf } from '../../platform/http/origin.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { recordAudit } from '../audit/public.ts';
import { fileHeaders } from './file-headers.ts';
import { findReadableFile } from './read-file.ts';

const params = z.object({ id: recordId });

/** Serves our files under the session, streamed, each reading of a patient's audited before the first byte. */
export function registerFileRoutes(
  app: FastifyInstance,
  { db, store }: { db: Database; store: FileStore },
): void {
  app.get(FILE_PATH, { config: { access: 'session' } }, async (request, reply) => {
    const { success, data } = params.safeParse(request.params);
    if (!success) throw new Problem('NOT_FOUND');
    const act = { actor: staffOf(request), origin: originOf(request) };
    const file = await db.transaction(async (transaction) => {
      const found = await findReadableFile(transaction, data.id);
      // A list shows a logo in each row, and none of them speaks of a patient: its reading is the list's.
      if (found.patientId !== null) {
        await recordAudit(transaction, act, {
          action: 'file.read',
          subject: { kind: 'file', id: found.id },
          patientId: found.patientId,
        });
      }
      return found;
    });
    const content = await begin(store, file.storageKey).catch((cause: unknown) => {
      throw new Problem('UNAVAILABLE', { cause, retryAfter: 5 });
    });
    return reply.headers(fileHeaders(file)).send(content);
  });
}

/** Waits for the first bytes: one that cannot be read fails before the headers of one that can. */
async function begin(store: FileStore, key: string): Promise<Readable> {
  const content = await store.read(key);
  await once(content, 'readable');
  return content;
}
