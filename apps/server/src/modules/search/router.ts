import { searchKinds } from '@simiente/contract/search';
import { authenticated } from '../../platform/http/procedures.ts';
import { recordAudit } from '../audit/public.ts';
import { findRecords } from './find-records.ts';

export const searchRouter = {
  find: authenticated.search.find.handler(({ context, input: { text } }) =>
    context.db.transaction(async (transaction) => {
      const data = await findRecords(transaction, context.actor.id, text);
      // What was looked for is somebody's name: how many of each kind came is enough.
      await recordAudit(transaction, context, {
        action: 'records.searched',
        details: {
          searched: text.trim() !== '',
          found: Object.fromEntries(
            searchKinds.map((kind) => [
              kind,
              data.results.filter((result) => result.kind === kind).length,
            ]),
          ),
        },
      });
      return { status: 200, data };
    }),
  ),
};
