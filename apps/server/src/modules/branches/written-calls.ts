import { branchesContract } from '@simiente/contract/branches';
import { type WrittenCall, writtenCall } from '../../platform/http/written-calls.ts';
import { recordReading } from '../audit/public.ts';
import { listBranches } from './list-branches.ts';

/** The call that is asked for most, whose answer PostgreSQL writes. */
export const branchReads: readonly WrittenCall[] = [
  writtenCall(branchesContract.list, async (context, input) => {
    const { json, count } = await listBranches(context, input);
    const { idPartner, sort, limit, search, cursor, lastBranch } = input;
    await recordReading(context.db, context, {
      action: 'branches.listed',
      subject: { kind: 'partner', id: idPartner },
      details: {
        filter: {
          sort,
          limit,
          searched: search !== undefined,
          continued: cursor !== undefined || lastBranch !== '',
        },
        count,
      },
    });
    return json;
  }),
];
