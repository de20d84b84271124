import { type SignedSample, signedSample } from '@simiente/contract/reports/version';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { Reader } from '../../../platform/database/database.ts';
import { resultSetsOf } from '../../results/public.ts';
import { earlierThan, isSemenSet, newestOfEach, valuesOf } from '../drafting/written-set.ts';

/** The newest sample of each study, and the seminogram before it with which it can be compared. */
export async function samplesToSign(db: Reader, patientId: string): Promise<SignedSample[]> {
  const sets = await resultSetsOf(db, patientId);
  const newest = newestOfEach(sets);
  const semen = newest.find(isSemenSet);
  const before = semen && earlierThan(semen, sets).find((one) => isComparable(one, semen));
  return [...newest, ...(before ? [before] : [])].map((set) =>
    signedSample.parse({ ...set, values: valuesOf(set) }),
  );
}

/** Whether two samples were read in the same way. */
const isComparable = (one: ResultSet, other: ResultSet) =>
  one.laboratory?.idPartner === other.laboratory?.idPartner &&
  one.method === other.method &&
  one.whoEdition === other.whoEdition;
