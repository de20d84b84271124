import type { Capability } from '@simiente/contract/common/access/roles';
import type { ReactNode } from 'react';
import { useMay } from './use-may.ts';

interface MayProps {
  act: Capability;
  children: ReactNode;
  /** For an account that may not; nothing by default. */
  otherwise?: ReactNode;
}

/** Shows what only an account with a capability may see. */
export function May({ act, children, otherwise = null }: MayProps) {
  return useMay()(act) ? children : otherwise;
}
