import { type searchContract, searchKinds } from '@simiente/contract/search/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { audited } from '../audit/public.ts';
import { findRecords } from './find-records.ts';

export const searchCalls: Handlers<typeof searchContract> = {
  find: audited(
    ({ db, actor }, { text }) => findRecords(db, actor.id, text),
    // The text is often a name, so only the number of results of each kind is audited.
    ({ text }, { results }) => ({
      action: 'records.searched',
      details: {
        searched: text.trim() !== '',
        found: Object.fromEntries(
          searchKinds.map((kind) => [kind, results.filter((one) => one.kind === kind).length]),
        ),
      },
      shown: results.flatMap((one) => {
        if (one.kind === 'exam_order') return [one.patient.id];
        return one.kind === 'patient' || one.kind === 'prospect' ? [one.id] : [];
      }),
    }),
  ),
};
