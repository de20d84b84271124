import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { audited, type Call } from './calls.ts';
import type { Request } from './load/request.ts';
import type { Sample } from './sample.ts';

/** Requests of a call whose answers are compared. */
const COMPARED = 20;

export interface Sides {
  readonly product: { readonly url: string; readonly authorization: string };
  readonly limit: { readonly url: string };
}

/**
 * Asks all sides the same, and ends the run unless all send the same rows: a limit with less work
 * would prove nothing.
 */
export async function expectEqualRows(
  call: Call,
  sample: Sample,
  { product, limit }: Sides,
  client: Client,
): Promise<void> {
  for (const request of call.requests(sample, 'product').slice(0, call.undo ? 1 : COMPARED)) {
    const ours = call.rows(await ask(product.url, request, product.authorization));
    await call.undo?.(client, sample);
    for (const asked of [request, audited(request)]) {
      const theirs = call.rows(await ask(limit.url, asked));
      await call.undo?.(client, sample);
      if (isDeepStrictEqual(ours, theirs)) continue;
      const shown = (rows: unknown) => JSON.stringify(rows)?.slice(0, 1000);
      throw new Error(
        `'${call.name}' (${asked.path}) does not give the same rows:\n${shown(ours)}\n${shown(theirs)}`,
      );
    }
  }
}

/**
 * The `data` of an answer.
 * @throws for any failure
 */
async function ask(url: string, request: Request, authorization?: string) {
  const { method, path, body } = request;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body ?? null,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text).data;
}
