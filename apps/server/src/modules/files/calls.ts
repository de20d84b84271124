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
        const { capability, patientId } = file;
        // Logos need no capability and are not audited: they concern no patient, and lists show many.
        if (capability !== null) {
          const inEmergency = !may(context.actor, capability);
          if (inEmergency) {
            // Files of data-subject requests (`rights.manage`) are not part of the clinical record that emergency
            // access opens.
            if (patientId === null || capability === 'rights.manage')
              throw new Problem('FORBIDDEN');
            await requireEmergencyAccess(context.db, context.actor, patientId);
          }
          await auditRead(context.db, context, {
            action: 'file.read',
            subject: { kind: 'file', id: file.id },
            patientId,
            details: inEmergency ? { emergency: true } : undefined,
          });
        }
        const content = await openContent(store, file.storageKey).catch((cause: unknown) => {
          throw new Problem('UNAVAILABLE', { cause, retryAfter: 5 });
        });
        return { headers: fileHeaders(file), content };
      },
    },
  };
}

/** Awaits the first bytes, so that an unreadable file fails before headers are sent. */
async function openContent(store: FileStore, key: string): Promise<Readable> {
  const content = await store.read(key);
  await once(content, 'readable');
  return content;
}
