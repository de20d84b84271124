import type { letterheadContract } from '@simiente/contract/letterhead/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { CheckedFile } from '../../platform/uploads/check-file.ts';
import { remakeLogo } from '../../platform/uploads/remake-logo.ts';
import { audited, auditView } from '../audit/public.ts';
import { keepFiles } from '../files/public.ts';
import { readLetterhead, updateLetterhead } from './letterhead.ts';

/** Pixels of the longer side: three for each point of the logo's area on a paper. */
const LARGEST_SIDE = 1024;

export function letterheadCalls(store: FileStore): Handlers<typeof letterheadContract> {
  return {
    getOne: audited(
      async ({ db }) => ({ letterhead: await readLetterhead(db) }),
      () => ({ action: 'letterhead.read' }),
    ),

    update: async (context, { logo, ...edit }) => {
      const arrived = logo && { logo: await remakeLogo(logo, 'logo', LARGEST_SIDE) };
      const named = { call: 'letterhead.update', input: { ...edit, logo: logo?.sha256 ?? null } };
      return keepFiles(
        { db: context.db, store },
        { ...arrived } as Record<'logo', CheckedFile>,
        context.actor.id,
        async (transaction, addFile) => {
          await withIdempotencyKey(transaction, context, named, async () => {
            const addLogo = logo === undefined ? undefined : () => addFile('logo');
            await updateLetterhead(transaction, context, edit, addLogo);
            return null;
          });
          await auditView(transaction, context, { action: 'letterhead.read' });
          const letterhead = await readLetterhead(transaction);
          if (letterhead === null) throw new Error('A changed letterhead exists');
          return { letterhead };
        },
      );
    },
  };
}
