import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { filesContract } from '@simiente/contract/files/calls';
import { may } from '../../platform/act.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { Problem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { auditRead } from '../audit/public.ts';
import { requireEmergencyAccess } from '../emergency-access/public.ts';
import { fileHeaders, findReadableFile } from './file-headers.ts';

/** Streams stored files. Each read of a patient's file is audited before its first byte. */
export function fileCalls(store: FileStore): Handlers<typeof filesContract> {
  return {
    read: {
      route: { config: { cost: 'file' } },
      handle: async (context, { id }) => {
        const file = await findReadableFile(context.db, id);
        // A list shows a logo in each row. Logos do not concern patients, and are not audited.
        const { needed, patientId } = file;
        if (needed !== null) {
          const inEmergency = !may(context.actor, needed);
          if (inEmergency) {
            // Emergency access opens the clinical record, and requests are not part of it.
            if (patientId === null || needed === 'rights.manage') throw new Problem('FORBIDDEN');
            await requireEmergencyAccess(context.db, context.actor, patientId);
          }
          await auditRead(context.db, context, {
            action: 'file.read',
            subject: { kind: 'file', id: file.id },
            ...(patientId !== null && { patientId }),
            ...(inEmergency && { details: { emergency: true } }),
          });
        }
        const content = await begin(store, file.storageKey).catch((cause: unknown) => {
          throw new Problem('UNAVAILABLE', { cause, retryAfter: 5 });
        });
        return { headers: fileHeaders(file), content };
      },
    },
  };
}

/** Awaits the first bytes: a file that cannot be read fails before headers are sent. */
async function begin(store: FileStore, key: string): Promise<Readable> {
  const content = await store.read(key);
  await once(content, 'readable');
  return content;
}
