declare module 'virtual:call-routes' {
  import type { Contract } from '@simiente/contract';
  import type { Shape } from './answer-shape.ts';

  /** The contract's calls without their schemas. */
  export const contract: Contract;
  /** The shape of each call's answer, by the call's name, such as `patients.list`. */
  export const answerShapes: Readonly<Record<string, Shape>>;
}
