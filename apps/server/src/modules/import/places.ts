import { recordId } from '@simiente/contract/common/ids';
import type { SourceItem } from './source.ts';

const LONGEST_KEY = 60;

/** Where an element stands: `users[7]`, `medicalHistories.usr_x`. */
export function placeOf({ list, index, key }: Pick<SourceItem, 'list' | 'index' | 'key'>): string {
  if (key === null) return `${list}[${index}]`;
  if (recordId.safeParse(key).success) return `${list}.${key}`;
  return `${list}[${JSON.stringify(key.slice(0, LONGEST_KEY))}]`;
}
