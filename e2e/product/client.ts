import type { HostRequest, ProductFacts, Wanted } from './protocol.ts';

/** Where the host listens, for every worker of the run to read. */
export const HOST_VARIABLE = 'JOURNEYS_HOST';

/** Starts a product of its own for a test. */
export async function startProduct(wanted: Wanted): Promise<ProductFacts> {
  const facts = await ask({ order: 'start', ...wanted });
  if (!facts) throw new Error('The host started nothing');
  return facts;
}

export async function stopProduct({ url }: ProductFacts): Promise<void> {
  await ask({ order: 'stop', url });
}

async function ask(request: HostRequest): Promise<ProductFacts | null> {
  const response = await fetch(String(process.env[HOST_VARIABLE]), {
    method: 'POST',
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as ProductFacts | null;
}
