import type { letterheadContract } from '@simiente/contract/letterhead/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { remakeLogo } from '../../platform/uploads/remake-logo.ts';
import { audited, auditView } from '../audit/public.ts';
import { keepUploads } from '../files/public.ts';
import { readLetterhead, updateLetterhead } from './letterhead.ts';

/** Pixels of the longer side: three for each point of the logo's area on a paper. */
const LARGEST_SIDE = 1024;

export function letterheadCalls(store: FileStore): Handlers<typeof letterheadContract> {
  return {
    getOne: audited(
      async ({ db }) => ({ letterhead: await readLetterhead(db) }),
      () => ({ action: 'letterhead.read' }),
    ),

    update: (context, { logo, ...edit }) =>
      keepUploads(
        context,
        store,
        { call: 'letterhead.update', input: edit, received: { logo } },
        {
          check: (file) => remakeLogo(file, 'logo', LARGEST_SIDE),
          attach: async (transaction, addFile) => {
            const addLogo = logo === undefined ? undefined : () => addFile('logo');
            await updateLetterhead(transaction, context, edit, addLogo);
            return null;
          },
          read: async (transaction) => {
            await auditView(transaction, context, { action: 'letterhead.read' });
            const letterhead = await readLetterhead(transaction);
            if (letterhead === null) throw new Error('A changed letterhead exists');
            return { letterhead };
          },
        },
      ),
  };
}
