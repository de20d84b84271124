declare module 'virtual:call-routes' {
  import type { Contract } from '@simiente/contract';

  /** The contract's calls without their schemas. */
  export const contract: Contract;
}
