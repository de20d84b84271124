import type { Branch, BranchAddress } from '@simiente/contract/branches';
import { examCodeOf } from '@simiente/contract/exam-catalogue';
import type { branches } from '../../schema/partners.ts';

/** The fields that staff edit, validated by the contract. */
export type BranchFields = Pick<
  Branch,
  'name' | 'phone' | 'state' | 'website' | 'zip' | 'utm' | 'exam_available'
> & { readonly address: BranchAddress; readonly location: NonNullable<Branch['location']> };

export type OptionalBranchFields = {
  readonly [Field in keyof BranchFields]?: BranchFields[Field] | undefined;
};

type Values = Partial<typeof branches.$inferInsert>;

/** The columns of fields; an absent field sets none. */
export function branchValues({
  location,
  exam_available: exams,
  address,
  ...same
}: OptionalBranchFields): Values {
  const values = {
    ...same,
    ...(address !== undefined && { address: withoutEmptyParts(address) }),
    ...(location && { latitude: location.lat, longitude: location.lng }),
    ...(exams && { exams: [...new Set(exams.map((exam) => examCodeOf(exam) ?? exam))] }),
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Values;
}

function withoutEmptyParts(address: BranchAddress): BranchAddress {
  if (typeof address === 'string') return address;
  return Object.fromEntries(Object.entries(address).filter(([, part]) => part !== ''));
}
