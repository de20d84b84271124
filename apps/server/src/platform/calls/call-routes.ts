import {
  type AnyContractProcedure,
  type AnyContractRouter,
  isContractProcedure,
} from '@orpc/contract';
import type { Capability } from '@simiente/contract/common/access/roles';
import { type CallMeta, LARGEST_BODY } from '@simiente/contract/common/call';
import type { HTTPMethods } from 'fastify';

/** A call of the contract, as a route. */
interface CallRoute {
  readonly method: HTTPMethods;
  /** In Fastify's syntax: `/v1/files/:id`. */
  readonly path: string;
  readonly access: CallMeta['access'];
  /** What an account needs for it; none for an open call and for one on the own account. */
  readonly capabilities: readonly Capability[];
  readonly needsProof: boolean;
  readonly body: NonNullable<CallMeta['body']>;
  /** Bytes of JSON. */
  readonly bodyLimit: number;
  readonly answer: NonNullable<CallMeta['answer']>;
}

/** All calls of a contract. Walking it means that no call is forgotten. */
export function callRoutes(contract: AnyContractRouter): CallRoute[] {
  if (!isContractProcedure(contract)) return Object.values(contract).flatMap(callRoutes);
  return [callRoute(contract)];
}

export function callRoute(call: AnyContractProcedure): CallRoute {
  const { route, meta } = call['~orpc'];
  const { method, path } = route;
  if (!method || !path) throw new Error('A call of the contract has no method or path');
  const {
    access,
    capabilities = [],
    needsProof = false,
    body = 'json',
    largestBody: bodyLimit = LARGEST_BODY,
    answer = 'data',
  } = meta as CallMeta;
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    access,
    capabilities,
    needsProof,
    body,
    bodyLimit,
    answer,
  };
}
