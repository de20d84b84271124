import type { HostRequest, ProductFacts, Wanted } from './protocol.ts';

/** The host's address, for every worker of the run. */
export const HOST_VARIABLE = 'JOURNEYS_HOST';

/** The port of this worker's products, one after the other: browsers keep compiled code by origin. */
let port = 0;

/** Starts a product for one test. */
export async function startProduct(wanted: Wanted): Promise<ProductFacts> {
  const facts = await ask({ order: 'start', port, ...wanted });
  if (!facts) throw new Error('The host started nothing');
  port = Number(new URL(facts.url).port);
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
