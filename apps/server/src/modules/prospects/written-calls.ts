import { prospectsContract } from '@simiente/contract/prospects';
import {
  type StreamedCall,
  streamedCall,
  type WrittenCall,
  writtenCall,
} from '../../platform/http/written-calls.ts';
import { listedFilter, recordReading } from '../audit/public.ts';
import { listAllProspects, listProspects } from './list-prospects.ts';

/** The calls that are asked for most, whose answers PostgreSQL writes. */
export const prospectReads: readonly (WrittenCall | StreamedCall)[] = [
  streamedCall(prospectsContract.getAll, (context) =>
    listAllProspects(context.db, (count) =>
      recordReading(context.db, context, {
        action: 'prospects.listed',
        details: { filter: {}, count },
      }),
    ),
  ),

  writtenCall(prospectsContract.list, async (context, input) => {
    const { json, count } = await listProspects(context, input);
    await recordReading(context.db, context, {
      action: 'prospects.listed',
      details: { filter: listedFilter(input), count },
    });
    return json;
  }),
];
